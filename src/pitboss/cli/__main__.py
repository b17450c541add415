"""`python -m pitboss.cli`, the same as `python -m pitboss`."""

import pitboss.__main__  # noqa: F401
