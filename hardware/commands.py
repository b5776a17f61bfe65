"""How the commands in this folder end."""
import os
import sys
import typing

INTERRUPTED = 130  # the exit status of a command that Ctrl-C has ended


def ends(main: typing.Callable[[], int | None]) -> typing.NoReturn:
    """Ends with the status that `main` returns; on Ctrl-C says so, without a traceback."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print(f"\r{os.path.basename(sys.argv[0])}: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
