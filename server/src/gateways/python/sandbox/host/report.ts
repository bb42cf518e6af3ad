export default /* python */ `
import linecache
import traceback

FILENAME = 'program'
MAX_LINES = 20
MAX_CHARACTERS = 500


def remember(code):
    """So that a traceback shows the program's lines."""
    linecache.cache[FILENAME] = (len(code), None, code.splitlines(keepends=True), FILENAME)


def report(error):
    """The exception as the program's author sees it: without the frames that are not of the program."""
    formatted = traceback.TracebackException.from_exception(error)
    formatted.stack = traceback.StackSummary.from_list([frame for frame in formatted.stack if frame.filename == FILENAME])
    lines = ''.join(formatted.format(chain=False)).splitlines()
    line = _line_of(formatted)
    detail = formatted.msg if isinstance(error, SyntaxError) else str(formatted)
    message = type(error).__name__ + (f': {detail}' if detail else '')
    return {
        'failure': 'exception',
        'message': message[:MAX_CHARACTERS] + (f' (line {line})' if line else ''),
        'line': line,
        'lines': [line[:MAX_CHARACTERS] for line in lines[-MAX_LINES:]],
    }


def _line_of(formatted):
    if getattr(formatted, 'filename', None) == FILENAME:
        return int(formatted.lineno)
    return formatted.stack[-1].lineno if formatted.stack else None
`;
