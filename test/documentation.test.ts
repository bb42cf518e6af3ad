import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { configVariables } from '../server/src/config.js';
import { problemKinds } from '../server/src/core/problems.js';
import { tools } from '../server/src/mcp/tools.js';
import { CalledService, owner, startService } from './support/service.js';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

/** The shell blocks after the marker that says that a test runs them. */
function commandsOf(markdown: string): string {
  const marked = markdown.slice(markdown.indexOf('<!-- a test runs these commands -->'));
  const end = marked.search(/\n## Configuration/);
  const blocks = marked.slice(0, end === -1 ? undefined : end).matchAll(/```sh\n([\s\S]*?)```/g);
  return [...blocks].map((block) => block[1]).join('\n');
}

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

const hasCurl =
  spawnSync('curl', ['--version']).status === 0 && spawnSync('bash', ['--version']).status === 0;

describe.skipIf(!hasCurl)('with bash and curl on the machine', () => {
  test('the commands of the README, the guide and the other pages work as written', async () => {
    const service = await startService();
    const folder = await mkdtemp(join(tmpdir(), 'svc-docs-'));
    const pages = await Promise.all(
      [
        'README.md',
        'docs/api-guide.md',
        'docs/derived-tables.md',
        'docs/history.md',
        'docs/files-and-drives.md',
        'docs/reports-and-charts.md',
        'docs/governance.md',
        'docs/agents.md',
        'docs/administration.md',
      ].map(read),
    );
    const script = pages.map(commandsOf).join('\n');
    const ran = runCommands(script, folder, service.url, owner);
    await rm(folder, { recursive: true });
    expect(ran.stderr).toBe('');
    expect(ran.status).toBe(0);
    expect(ran.stdout).not.toContain('/problems/internal-error');
    expect(ran.stdout).toContain('"revenue":');
    // About a hundred commands, each its own process, on a machine that may be busy.
  }, 400_000);
});

function runCommands(script: string, cwd: string, url: string, { email, password }: typeof owner) {
  return spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd,
    // Libraries that the commands require are those of the repository.
    env: { PATH: process.env.PATH, NODE_PATH: modules, URL: url, EMAIL: email, PASSWORD: password },
    encoding: 'utf8',
  });
}

test.skipIf(!hasCurl)('with a wrong password the first commands report it once and stop', async () => {
  const service = await CalledService.shared();
  const wrong = { ...service.user, password: 'wrong password' };
  const ran = runCommands(commandsOf(await read('README.md')), tmpdir(), service.url, wrong);
  const { title, fix } = problemKinds['wrong-credentials'];
  expect([ran.status, ran.stdout]).toEqual([1, '']);
  expect(ran.stderr.trim().split('\n')).toEqual([expect.stringContaining(fix)]);
  expect(ran.stderr).toContain(title);
});

test('the README lists every variable with its default and meaning', async () => {
  const readme = await read('README.md');
  for (const { name, default: byDefault, meaning } of configVariables) {
    expect(readme).toContain(`| \`${name}\` | ${byDefault ? `\`${byDefault}\`` : ''} | ${meaning} |`);
  }
});

test('the page for agents lists every tool with its scope', async () => {
  const page = await read('docs/agents.md');
  const listed = [...page.matchAll(/^\| `(\w+)` \| .* \| `([\w:]+)` \|$/gm)].map(([, name, scope]) => [
    name,
    scope,
  ]);
  expect(listed).toEqual(tools.map(({ name, scope }) => [name, scope]));
});

test('no line of Markdown is too long to read in a terminal', async () => {
  const docs = await readdir(new URL('../docs', import.meta.url), { recursive: true });
  const pages = docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  for (const page of ['README.md', 'ARCHITECTURE.md', ...pages]) {
    const long = (await read(page)).split('\n').filter((line) => line.length >= 140);
    expect(long, page).toEqual([]);
  }
});
