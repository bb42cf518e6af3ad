import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
  return blocksOf(marked, 'sh').join('\n');
}

const blocksOf = (markdown: string, language: string) =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where libraries that the commands require are, and the report of the README: the commands run in another folder. */
const inRepository = {
  NODE_PATH: join(root, 'node_modules'),
  REPORT: join(root, 'console/src/rooms/workbooks/sample/sales-report.en.xlsx'),
};

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
        'docs/feeds.md',
        'docs/derived-tables.md',
        'docs/schedules.md',
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
    const shown = blocksOf(await read('README.md'), 'text');
    expect(shown.length).toBeGreaterThan(0);
    for (const output of shown) expect(ran.stdout).toContain(output);
    // About a hundred commands, each its own process, on a machine that may be busy.
  }, 400_000);
});

function runCommands(script: string, cwd: string, url: string, { email, password }: typeof owner) {
  return spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd,
    env: { PATH: process.env.PATH, ...inRepository, URL: url, EMAIL: email, PASSWORD: password },
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

test('the page of operations lists every setting with its default and meaning', async () => {
  const page = await read('docs/operations.md');
  for (const { name, default: byDefault, meaning } of configVariables) {
    expect(page).toContain(`| \`${name}\` | ${byDefault ? `\`${byDefault}\`` : ''} | ${meaning} |`);
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
