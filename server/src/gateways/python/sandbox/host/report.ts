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
    told = traceback.TracebackException.from_exception(error)
    told.stack = traceback.StackSummary.from_list([frame for frame in told.stack if frame.filename == FILENAME])
    lines = ''.join(told.format(chain=False)).splitlines()
    line = _line_of(told)
    detail = told.msg if isinstance(error, SyntaxError) else str(told)
    message = type(error).__name__ + (f': {detail}' if detail else '')
    return {
        'failure': 'exception',
        'message': message[:MAX_CHARACTERS] + (f' (line {line})' if line else ''),
        'line': line,
        'lines': [line[:MAX_CHARACTERS] for line in lines[-MAX_LINES:]],
    }


def _line_of(told):
    if getattr(told, 'filename', None) == FILENAME:
        return int(told.lineno)
    return told.stack[-1].lineno if told.stack else None
`;
