import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Client, createClient } from '@workbook-data-service/client';
import { createWorkbook, login } from '@workbook-data-service/client/api';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromium, openInChromium } from './support/chromium.js';
import { CalledService } from './support/service.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const deno = join(root, 'node_modules/deno/deno');

let service: CalledService;
let client: Client;
let token: string;
let folder: string;
/** The program of the README, in one file of JavaScript. */
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-'));
  [service, program] = await Promise.all([
    CalledService.shared(),
    bundle(given + (await programOfReadme()) + largeUpload),
  ]);
  const { url, user } = service;
  ({ access_token: token } = await login(createClient({ url }), { body: user }));
  client = createClient({ url, token });
});
afterAll(() => rm(folder, { recursive: true }));

async function programOfReadme(): Promise<string> {
  const readme = await readFile(join(root, 'client/README.md'), 'utf8');
  const marked = readme.slice(readme.indexOf('<!-- a test runs this program -->'));
  return [...marked.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
}

const given = `const { url, token, workbookId, console } = globalThis.given;
  const file = new File(['item,qty\\nFig,1\\nPear,2\\n'], 'sales.csv');\n`;

/** Runtimes differ most in how they send a large file. */
const largeUpload = `
  const largeFile = new File(['text\\n', ('x'.repeat(1_000) + '\\n').repeat(4_300)], 'large.csv');
  let sent = 0;
  const onProgress = (progress) => { sent = progress.sent; };
  const { artifacts } = await book.upload(largeFile, { structuring: 'skip', onProgress });
  console.log(artifacts[0].row_count, sent === largeFile.size);\n`;

/** Where a program finds the built client as one that has it installed. */
async function withSource<T>(source: string, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(root, 'client/dist', `program-${process.pid}-${source.length}.ts`);
  await writeFile(path, source);
  try {
    return await use(path);
  } finally {
    await rm(path);
  }
}

async function bundle(source: string, minify = false): Promise<string> {
  return await withSource(source, async (input) => {
    const bundled = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
    const { output } = await bundled.generate({ format: 'esm', minify, codeSplitting: false });
    return output[0].code;
  });
}

/** A script that gives the program what it needs, and ends with `tell`, which finds the output in `lines`. */
async function scriptFor(url: string, tell: string): Promise<string> {
  const { id: workbookId } = await createWorkbook(client, { body: { title: 'README' } });
  return `const lines = [];
    const console_ = { log: (...words) => lines.push(words.join(' ')) };
    globalThis.given = { ...${JSON.stringify({ url, token, workbookId })}, console: console_ };
    await import('./program.js').then(() => lines.push('done'), (error) => lines.push(String(error?.stack)));
    ${tell}`;
}

function expectProgram(output: string): void {
  const lines = output.trim().split('\n');
  // How often a job tells of its progress depends on how fast it is.
  expect(lines.filter((line) => !/^\d+$/.test(line))).toEqual([
    'sending 0',
    'sending 100',
    ...['Fig 1', 'Pear 2', 'Pear 2', 'Fig 8', 'Pear 4'],
    '2 item,qty,__svc_row_id',
    ...['version.create', 'rows.upsert', 'rows.upsert', 'source.ingest'],
    expect.stringMatching(/^The table is at version 3, not 1\. Read the rows again.* 3$/),
    'sales.csv 42',
    'sales 4',
    '4300 true',
    'done',
  ]);
}

test('the program of the README has the types that the client promises', async () => {
  const declared = 'declare const url: string, token: string, workbookId: string, file: File;\n';
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const settings =
    '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --module nodenext';
  await withSource(declared + (await programOfReadme()), async (path) => {
    const lib = ['--target', 'es2023', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable', '--types', ''];
    const options = [...settings.split(' '), ...lib, path];
    const { stdout } = await run(process.execPath, [compiler, ...options]).catch((error) => error);
    expect(stdout).toBe('');
  });
});

const runtimes: [name: string, command: string | undefined, ...options: string[]][] = [
  ['Node', process.execPath],
  ['Deno', deno, 'run', '--no-prompt', '--allow-net', '--allow-read'],
  ['Bun', process.env.BUN_PATH, 'run'],
];
for (const [name, command, ...options] of runtimes)
  test.skipIf(!command)(`the program of the README works as written in ${name}`, async () => {
    const main = join(folder, 'main.mjs');
    await writeFile(join(folder, 'program.js'), program);
    await writeFile(main, await scriptFor(service.url, `console.log(lines.join('\\n'));`));
    const env = { DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1', HOME: folder };
    const { stdout } = await run(command as string, [...options, main], { cwd: folder, env });
    expectProgram(stdout);
  });

if (!process.env.BUN_PATH) console.warn('BUN_PATH names no Bun: the client was not tried in it.');
if (!chromium) console.warn('Chromium is not installed: the client was not tried in a browser.');
test.skipIf(!chromium)('the program of the README works as written in a browser', async () => {
  const tell = `await fetch('/done', { method: 'POST', body: lines.join('\\n') });`;
  const scripts = { '/main.js': await scriptFor('', tell), '/program.js': program };
  const profile = join(folder, 'chromium');
  expectProgram(await openInChromium({ scripts, serviceUrl: service.url, folder: profile }));
});

test('a bundle contains the endpoints that a program names, and no others', async () => {
  const one = await bundle(
    `import { connect } from './index.js'; import { getMe } from './api.js'; getMe(connect({ url: '' }));`,
    true,
  );
  expect(one).toContain('/api/v1/me');
  expect(one).not.toContain('/api/v1/workbooks');
  expect(one.length).toBeLessThan(6_000);
  const most = await bundle(`import { createClient } from './index.js'; createClient({ url: '' });`, true);
  expect(most.length).toBeLessThan(18_000);
});
