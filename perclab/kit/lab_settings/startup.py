"""What a kernel of `perclab lab` runs first: a name that is not there is told to come from the set-up, if that was not run."""


def _hear(shell):
    import sys

    def missing(shell, kind, error, trace, tb_offset=None):
        if "perclab.kit" in sys.modules:
            return shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
        advice = "Run the first cell with code, the set-up, then this one."
        return shell._showtraceback(kind, error, [f"NameError: {error}. {advice}"])

    shell.set_custom_exc((NameError,), missing)


_hear(get_ipython())  # noqa: F821
del _hear
