"""OpenSTA, which times and powers a netlist by its commands in Tcl."""
import subprocess
import tempfile


def told(commands: list[str]) -> str:
    """What it prints."""
    with tempfile.NamedTemporaryFile("w", suffix=".tcl") as script:
        script.write("\n".join(commands) + "\n")
        script.flush()
        ended = subprocess.run(["sta", "-no_splash", "-exit", script.name], capture_output=True, text=True, check=False)
    return ended.stdout + ended.stderr
