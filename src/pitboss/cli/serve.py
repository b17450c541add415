"""`pitboss serve`: the pages, on this machine."""

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
def command(host: str, port: int) -> None:
    """Serve the pages."""
    import uvicorn

    from pitboss.web.app import create_app

    click.echo(f"Pitboss is at http://{host}:{port}/ (Ctrl-C stops it)")
    uvicorn.run(create_app(), host=host, port=port, log_level="warning")
