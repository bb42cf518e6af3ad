import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './support/eventually.js';

const run = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;

let folder: string;
/** As npm would install them, but for the registry: what a package does not name as a dependency is not there. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packages-'));
  await run(process.execPath, ['scripts/pack.mjs', folder], { cwd: root });
  for (const archive of (await readdir(folder)).filter((name) => name.endsWith('.tgz'))) {
    const unpacked = join(folder, 'unpacked');
    await mkdir(unpacked);
    await run('tar', ['-xzf', join(folder, archive), '-C', unpacked]);
    const { name, dependencies = {} } = await manifest(join(unpacked, 'package'));
    const installed = join(folder, 'node_modules', name);
    await mkdir(dirname(installed), { recursive: true });
    await run('mv', [join(unpacked, 'package'), installed]);
    await rm(unpacked, { recursive: true });
    for (const needed of Object.keys(dependencies)) await link(needed);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const manifest = async (path: string) => JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));

async function link(name: string): Promise<void> {
  // Those of this repository are in the package.
  if (name.startsWith('@workbook-data-service/')) return;
  const place = join(folder, 'node_modules', name);
  await mkdir(dirname(place), { recursive: true });
  await symlink(join(root, 'node_modules', name), place);
}

test('the packages are of one version, and can be published', async () => {
  const { version } = await manifest(root);
  for (const name of [
    'workbook-data-service',
    '@workbook-data-service/client',
    '@workbook-data-service/cli',
  ]) {
    const found = await manifest(join(folder, 'node_modules', name));
    expect([found.version, found.private, found.publishConfig.provenance]).toEqual([
      version,
      undefined,
      true,
    ]);
    expect(await readdir(join(folder, 'node_modules', name))).toEqual(
      expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md']),
    );
  }
  expect(await readFile(join(root, 'python/pyproject.toml'), 'utf8')).toContain(`\nversion = "${version}"\n`);
});

test('the installed service starts in an empty folder, and the installed client and command use it', async () => {
  const home = join(folder, 'home');
  await mkdir(home);
  const bin = join(folder, 'node_modules/workbook-data-service/server/bin/workbook-data-service.mjs');
  const service = spawn(process.execPath, [bin], {
    cwd: home,
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let printed = '';
    service.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const [, url, password] = await eventually(
      async () => /is ready at (\S+)[\s\S]* with the password (\S+)/.exec(printed) ?? undefined,
    );
    expect(await (await fetch(`${url}/`)).text()).toContain('<html');
    const program = `
      import { createClient } from '@workbook-data-service/client';
      import * as api from '@workbook-data-service/client/api';
      const open = createClient({ url: '${url}' });
      const body = { email: 'owner@localhost', password: '${password}' };
      const { access_token: token } = await api.login(open, { body });
      const client = createClient({ url: '${url}', token });
      const { id } = await api.createWorkbook(client, { body: { title: 'Sales' } });
      await client.workbook(id).upload(new File(['item,qty\\nFig,4\\n'], 'sales.csv'));
      console.log(token);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
    const wds = join(folder, 'node_modules/@workbook-data-service/cli/wds.cjs');
    const answer = await run(
      process.execPath,
      [wds, 'query', 'Sales', 'select * from sales', '--format', 'csv'],
      {
        env: { PATH: process.env.PATH, HOME: home, WDS_URL: url, WDS_TOKEN: stdout.trim() },
      },
    );
    expect(answer.stdout).toContain('Fig,4');
    expect(await readdir(home)).toContain('data');
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
});
