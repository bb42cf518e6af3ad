import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const built = fileURLToPath(new URL('../cli/dist', import.meta.url));

/** Far from the repository, with nothing that npm could have kept, and no registry. */
let folder: string;
let tarball: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wds-package-'));
  await mkdir(join(folder, 'empty'));
  expect(run('npm', ['pack', built])).toMatchObject({ status: 0 });
  [tarball = ''] = (await readdir(join(folder, 'empty'))).map((name) => `./${name}`);
});
afterAll(() => rm(folder, { recursive: true }));

function run(command: string, args: string[]) {
  return spawnSync(command, args, {
    cwd: join(folder, 'empty'),
    encoding: 'utf8',
    env: {
      PATH: `${join(folder, 'own/bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: folder,
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    },
  });
}

test('the package installs into a folder of one’s own, and the command runs there', () => {
  expect(run('npm', ['install', '--global', '--prefix', join(folder, 'own'), tarball]).status).toBe(0);
  expect(run('wds', ['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(run('wds', ['rows', '--help']).stdout).toContain('--order-by');
  expect(run('wds', ['tables', 'Sales']).stderr).toContain('Run wds login');
});

test('the package runs without being installed', () => {
  expect(run('npx', [tarball, '--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
