"""The one error a person can cause: bad input, said in one clear line."""


class BadInput(ValueError):
    """Something the user gave is wrong; the message says what, and what to do.

    The command line prints the message on stderr and exits with 2; the service answers 422.
    Nothing has changed when it is raised.
    """
