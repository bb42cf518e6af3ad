import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPython } from '../../../../test-support/python.js';

const python = startPython();
const connections: string[] = [];
const server = createServer((request, response) => {
  connections.push(request.url ?? '');
  response.end();
});
let port = 0;

beforeAll(async () => {
  process.env.PYTHON_ESCAPE_SECRET = 'the-secret';
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  delete process.env.PYTHON_ESCAPE_SECRET;
  python.close();
  server.close();
});

const run = (code: string) => python.run({ code, inputs: {}, account: 'acc', deadlineMs: 120_000 });

/** Expressions that would each be an escape if they returned anything; all are tried in one program. */
const attempts = (): string[] => [
  `open('/etc/passwd').read()`,
  `os.environ['PYTHON_ESCAPE_SECRET']`,
  `[value for value in os.environ.values() if 'secret' in value][0]`,
  `os.fork()`,
  `os.execv('/bin/sh', ['sh'])`,
  `os.kill(os.getppid(), 18)`,
  `subprocess.run(['id'])`,
  `socket.create_connection(('127.0.0.1', ${port}), timeout=1).recv(1)`,
  `urllib.request.urlopen('http://127.0.0.1:${port}/urllib').read()`,
  `pyodide.http.open_url('http://127.0.0.1:${port}/open_url').read()`,
  `importlib.import_module('micropip')`,
  `js.Deno.readTextFileSync('/etc/passwd')`,
  `js.Deno.readTextFileSync('${import.meta.filename}')`,
  `js.Deno.readTextFileSync('${createRequire(import.meta.url).resolve('pyodide/package.json')}')`,
  `[1][js.Deno.permissions.requestSync(js.JSON.parse('{"name": "read"}')).state != 'granted']`,
  `js.Deno.writeTextFileSync('/tmp/python-escape', 'x')`,
  `js.Deno.env.get('PYTHON_ESCAPE_SECRET')`,
  `js.Deno.hostname()`,
  `js.Deno.kill(js.Deno.ppid, 'SIGCONT')`,
  `js.Deno.Command.new('/bin/sh').outputSync()`,
  `js.Deno.listen(js.JSON.parse('{"port": 0}'))`,
  `js.Deno.dlopen('libc.so.6', js.Object.new())`,
  `js.WebSocket.new('ws://127.0.0.1:${port}/socket')`,
  `js.localStorage.setItem('left', 'behind')`,
  `js.process.getBuiltinModule('node:fs').readFileSync('/etc/passwd')`,
  `js.process.getBuiltinModule('node:child_process').execSync('id')`,
  `js.process.kill(js.process.ppid, 0)`,
  `js.process.env.PYTHON_ESCAPE_SECRET`,
  `pyodide.code.run_js("Deno.readTextFileSync('/etc/passwd')")`,
  `pyodide.code.run_js("new Function('return Deno')().readDirSync('/').next().value.name")`,
  `pyodide_js.mountNodeFS('/host', '/') or os.listdir('/host/etc')`,
  `js.navigator.gpu.requestAdapter()`,
  `js.GPUAdapter`,
  `js.Deno[js.Deno.internal]`,
  `js.Reflect.ownKeys(js.Deno)[0]`,
  `js.Deno.pid`,
  `js.Deno.execPath()`,
  `js.process.pid`,
  `js.Worker.new('data:text/javascript,postMessage(Deno.pid)')`,
  `js.Buffer`,
  `js.fetch('http://127.0.0.1:${port}/fetch')`,
  `js.eval("import('node:process')")`,
  `js.Function.new('return import("node:os")')`,
  `js.Object.getPrototypeOf(js.eval).constructor('return 1')()`,
];

const harness = (expressions: string[]) => `
import importlib, os, socket, subprocess, urllib.request
import js, pyodide.code, pyodide.http, pyodide_js

output = []
for attempt in ${JSON.stringify(expressions)}:
    try:
        output.append({'attempt': attempt, 'gave': str(eval(attempt))[:200]})
    except BaseException as refused:
        output.append({'attempt': attempt, 'refused': f'{type(refused).__name__}: {refused}'[:200]})
`;

test('no escape attempt returns anything', async () => {
  const { columns, values } = await run(harness(attempts()));
  const column = (name: string) => values[columns.findIndex((one) => one.name === name)] ?? [];
  const gave = column('attempt').filter((_, row) => column('gave')[row] != null);
  expect(gave).toEqual([]);
  expect(column('refused')).toHaveLength(attempts().length);
  expect(connections).toEqual([]);
});

test('nothing is left for the next program', async () => {
  const code = [
    'import builtins, js, os, random',
    'output = [{"found": hasattr(builtins, "left") or hasattr(js, "left") or os.path.exists("/tmp/left"),',
    '           "chance": random.random()}]',
    'builtins.left = js.left = True',
    'open("/tmp/left", "w").close()',
  ].join('\n');
  const [first, second] = [await run(code), await run(code)];
  expect([first.values[0], second.values[0]]).toEqual([[false], [false]]);
  expect(first.values[1]).not.toEqual(second.values[1]);
});

test('a program that fills the JavaScript heap harms only itself', async () => {
  const code =
    'import js\nheld = []\nwhile True: held.append(js.Array.new(15_000_000).fill(js.Object.new()))';
  await expect(run(code)).rejects.toMatchObject({ name: 'ProgramError', failure: 'ended' });
});

/** Where the runtime around a program has paths. */
const search = `
import os, posix, sys
import js, pyodide_js

texts = [str(pyodide_js.lockfileBaseUrl), str(posix.environ), *os.environ.values(), str(vars(sys))]
for holder in (pyodide_js._api.config, pyodide_js._api.packageManager):
    for name in js.Object.keys(holder):
        texts.append(str(js.Reflect.get(holder, name)))
js.Error.stackTraceLimit = 100
try:
    js.JSON.parse('{')
except BaseException as error:
    texts += [str(error), str(js.Error.new('x').stack)]
output = [{'searched': len(texts), 'found': '|'.join(text[max(text.find(PLACE) - 40, 0):][:120] for text in texts if PLACE in text)}]
`;

test('nothing reveals where the service is installed', async () => {
  const place = import.meta.filename.replace(/\/server\/.*$/, '/');
  const { values } = await run(search.replaceAll('PLACE', JSON.stringify(place)));
  expect(values[1]).toEqual(['']);
  expect(Number(values[0]?.[0])).toBeGreaterThan(20);
});

test('memory outside Python is limited too', async () => {
  const code = 'import js\nheld = []\nwhile True: held.append(js.Uint8Array.new(50_000_000).fill(1))';
  await expect(run(code)).rejects.toMatchObject({ name: 'ProgramError' });
});
