import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { expect, onTestFinished, test } from 'vitest';
import { wdsPath } from './support/agent.js';
import { CalledService } from './support/service.js';

const page = await readFile(new URL('../docs/cli.md', import.meta.url), 'utf8');
const marked = page.slice(page.indexOf('<!-- a test runs these commands -->'));
const commands = [...marked.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).join('\n');

/** Somebody's home, with the files that the page is about. */
async function home(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wds-docs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const items = ['Desks', 'Lamps', 'Paper', 'Ink', 'Screens', 'Cables', 'Plants', 'Shelves'];
  const rows = items.map((item, index) => ({ item, cost: 100 + index, note: 'as quoted', approved: false }));
  const book = utils.book_new(utils.json_to_sheet(rows), 'budget');
  await writeFile(join(folder, 'budget.xlsx'), write(book, { type: 'buffer', bookType: 'xlsx' }));
  await writeFile(join(folder, 'report.sql'), 'select item, cost from budget order by cost');
  for (const path of [
    '.local/share/bash-completion/completions',
    '.zfunc',
    '.config/fish/completions',
    'bin',
  ])
    await mkdir(join(folder, path), { recursive: true });
  await writeFile(join(folder, 'bin/wds'), `#!/bin/sh\nexec '${process.execPath}' '${wdsPath}' "$@"\n`);
  await chmod(join(folder, 'bin/wds'), 0o755);
  return folder;
}

test('the commands of the page of the command work as written', async () => {
  const service = await CalledService.shared();
  const { token = '' } = await service.writer();
  const folder = await home();
  // A token stands for the sign-in, which asks; jq may not be installed.
  const script = commands.replace(/^wds login .*$/m, '').replace('| jq -r .id', '');
  const ran = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: folder,
      WDS_URL: service.url,
      WDS_TOKEN: token,
    },
  });
  expect([ran.status, ran.stderr]).toEqual([0, expect.not.stringMatching(/^wds:/m)]);
  expect(ran.stdout).toContain('1 row deleted');
  expect(await readFile(join(folder, 'report.csv'), 'utf8')).toMatch(/^item,cost\r\nDesks,100\r\n/);
});
