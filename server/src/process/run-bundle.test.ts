import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { FILE_WORKER_HEAP_MB } from './heap-limits.js';
// What is run is compiled code.
import './sandboxed-process.js';

const dist = new URL('../../dist/', import.meta.url);
const heap = (mb: number) => `--max-old-space-size=${mb}`;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs the bundle of a program in a process of its own, which ends at once, and returns what it writes. */
function run(program: string, flags: string[] = [], andThen = ''): string {
  const code = `
    const { default: runBundle } = await import(${JSON.stringify(new URL('process/run-bundle.js', dist).href)});
    const { tookKept, keepCompiled } = runBundle(${JSON.stringify(program)});
    process.stdout.write(tookKept ? 'kept' : 'anew');
    ${andThen}
    process.exit();
  `;
  const env = { PATH: process.env.PATH, PORT: '0', SVC_DATA_DIR: temporaryFolder() };
  return execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', code], {
    env,
    encoding: 'utf8',
  });
}

test('the service and processes that read files run with the code that was compiled at the build', () => {
  expect(run(new URL('start.js', dist).href)).toBe('kept');
  expect(run(new URL('file-worker.js', dist).href, [heap(FILE_WORKER_HEAP_MB)])).toBe('kept');
});

test('compiled code that V8 refuses is compiled anew', () => {
  expect(run(new URL('file-worker.js', dist).href, [heap(FILE_WORKER_HEAP_MB + 1)])).toBe('anew');
});

test('a bundle that changed does not run as it was, even if it is no longer or shorter', () => {
  const path = join(temporaryFolder(), 'program');
  const program = pathToFileURL(`${path}.js`).href;
  const write = (word: string) => writeFileSync(`${path}.cjs`, `process.stdout.write('${word} ');`);
  write('old');
  expect(run(program, [], 'keepCompiled();')).toBe('old anew');
  expect(run(program)).toBe('old kept');
  write('new');
  expect(run(program)).toBe('new anew');
});
