"""From bytes to clean text: checks size, encoding and control characters before the YAML parser runs.

A module of its own, since its pattern of all characters takes milliseconds, and only YAML needs it.
"""

from __future__ import annotations

import codecs

from tsolve.diagnostics import Diagnostics, input_error
from tsolve.errors import Span
from tsolve.regex import Regex
from tsolve.source.reading import MAX_BYTES

# What YAML calls printable; nobody sees any other character in a file or a terminal.
CONTROL = Regex("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
LINE_BREAK = Regex("\r\n|[\n\r\x85\u2028\u2029]")  # the line breaks of YAML 1.1, as its parser counts


class Text:
    """A decoded file; makes spans, which share its lines."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.lines = LINE_BREAK.split(text)

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """A span from positions counted from 0; a position after the last character is moved back to it."""
        last = len(self.lines) - 1
        if line >= last and (line > last or (line and not self.lines[line])):
            line = max(i for i, content in enumerate(self.lines) if content or i == 0)
            column = len(self.lines[line])
        if (end_line, end_column) < (line, column):
            end_line, end_column = line, column
        return Span(self.file, line + 1, column + 1, end_line + 1, end_column + 1, self.lines[line])

    def span_at(self, start: int, end: int) -> Span:
        """The span of `text[start:end]`."""
        line, column = _position(self.text, start)
        return self.span(line, column, line, column + end - start)


def clean_text(source: bytes | str, file: str) -> Text:
    """Decode and check a whole file.

    Raises:
        InputError: the file is too large (E103), not UTF-8 (E105), or has control characters (E106).
    """
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    start = Span(file, 1, 1, 1, 1)
    if len(data) > MAX_BYTES:
        raise input_error("E103", f"the file is larger than {MAX_BYTES:,} bytes", start)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise input_error("E105", "the file is not UTF-8 but UTF-16", start, "save the file as UTF-8")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = Text(data.decode("utf-8", "surrogatepass" if isinstance(source, str) else "strict"), file)
    except UnicodeDecodeError as error:
        line, column = _position(data[: error.start].decode("utf-8"), None)
        place = Span(file, line + 1, column + 1, line + 1, column + 2)
        message = f"the file is not UTF-8: byte 0x{data[error.start]:02x} does not fit"
        raise input_error("E105", message, place, "save the file as UTF-8") from None
    diagnostics = Diagnostics()
    for match in CONTROL.finditer(text.text):
        report_control(diagnostics, match.group(), text.span_at(*match.span()))
        if diagnostics.full:  # probably a binary file; finding every place takes quadratic time
            break
    diagnostics.raise_if_any()
    return text


def report_control(diagnostics: Diagnostics, character: str, span: Span) -> None:
    """Report one control character."""
    message = f"control character U+{ord(character):04X} is not allowed"
    diagnostics.report("E106", message, span, "remove it")


def _position(text: str, index: int | None) -> tuple[int, int]:
    """Line and column, from 0, of an index into the text (None: its end)."""
    end = len(text) if index is None else index
    line, start = 0, 0
    for match in LINE_BREAK.finditer(text, 0, end):
        line, start = line + 1, match.end()
    return line, end - start
