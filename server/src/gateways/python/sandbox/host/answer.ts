export default /* python */ `
import json
import random
from collections import deque
from .inputs import read_inputs
from .output_frames import output_frames
from .refused import Refused
from .report import FILENAME, remember, report

_frames = deque()


def receive(payload):
    _frames.append(payload.to_bytes())


def answer():
    """Frames: the shape of the output and then its columns, or, in place of any of these, the error."""
    try:
        request = json.loads(_frames.popleft())
        yield from output_frames(_run(request['code'], read_inputs(request['inputs'], _frames)))
    except Refused as refused:
        yield _error_frame({'failure': refused.failure, 'message': str(refused), 'line': None, 'lines': []})
    except BaseException as error:
        yield _error_frame(report(error))


def _run(code, inputs):
    remember(code)
    # The snapshot holds a state of it, which every process would begin with.
    random.seed()
    namespace = {'__name__': '__main__', **inputs}
    exec(compile(code, FILENAME, 'exec'), namespace)
    return namespace


def _error_frame(error):
    return json.dumps({'error': error}).encode()
`;
