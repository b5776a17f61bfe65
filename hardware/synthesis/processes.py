"""Tasks in processes, each in one of its own, as many at a time as there are processors.

A process that ends without a result, because the system has killed it or it has failed, is an error.
"""
import multiprocessing
import multiprocessing.connection
import multiprocessing.process
import os
import typing

Task = typing.Any
Result = typing.Any


class Failed(Exception):
    """A process has ended without a result."""


def carry_out(function: typing.Callable[..., Result], tasks: list[Task]) -> typing.Iterator[tuple[Task, Result]]:
    """Each task with what the function returns of it, as soon as that is known."""
    context = multiprocessing.get_context("fork")
    waiting = list(reversed(tasks))
    running: dict[multiprocessing.connection.Connection, tuple[Task, multiprocessing.process.BaseProcess]] = {}
    while waiting or running:
        while waiting and len(running) < len(os.sched_getaffinity(0)):
            task = waiting.pop()
            receiver, sender = context.Pipe(duplex=False)
            # Daemons end with this process.
            process = context.Process(target=send, args=(sender, function, task), daemon=True)
            process.start()
            sender.close()
            running[receiver] = task, process
        ready = multiprocessing.connection.wait(list(running))
        for receiver in [it for it in running if it in ready]:
            task, ended = running.pop(receiver)
            yield task, received(receiver, ended, task)


def send(sender: multiprocessing.connection.Connection, function: typing.Callable[..., Result], task: Task) -> None:
    sender.send(function(*task))


def received(receiver: multiprocessing.connection.Connection, process: multiprocessing.process.BaseProcess, task: Task) -> Result:
    try:
        with receiver:
            return receiver.recv()
    except EOFError:
        process.join()
        what = " for ".join(it.name for it in task)
        status = process.exitcode or 0
        how = f"was killed by signal {-status}; is there enough memory?" if status < 0 else f"failed with status {status}"
        raise Failed(f"the synthesis of {what} {how}") from None
