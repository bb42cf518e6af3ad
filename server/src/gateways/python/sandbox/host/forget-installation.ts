export default /* python */ `
import os
import posix
import sys

# All of them name the script that started Python.
sys.executable = sys._base_executable = ''
sys.orig_argv = []
os.environ.pop('_', None)
posix.environ.pop(b'_', None)
`;
