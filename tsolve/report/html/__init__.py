"""An answer as one page for a browser: no network, no script (but for coverage), everything escaped."""


def all_styles() -> str:
    """The style rules of every answer and of what it draws, bright and dark. A page that shows parts of
    answers (`paper.as_part`) serves them as a file.
    """
    from tsolve.report.html.hex_styles import map_styles
    from tsolve.report.html.markup import own

    return own("base.css") + own("answer.css") + map_styles()
