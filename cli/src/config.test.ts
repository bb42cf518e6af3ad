import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeConfig, configPath, readConfig, serviceUrl } from './config.js';

test('the config is in the folder that the system has for it', () => {
  expect(configPath({ XDG_CONFIG_HOME: '/x', HOME: '/home/a' })).toBe('/x/wds/config.json');
  expect(configPath({ HOME: '/home/a' }, 'linux')).toBe('/home/a/.config/wds/config.json');
  expect(configPath({ APPDATA: '/roaming' }, 'win32')).toBe('/roaming/wds/config.json');
});

test('only its owner can read the config, and nothing else is left beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wds-'));
  const path = join(folder, 'wds', 'config.json');
  expect(await readConfig(path)).toEqual({ profiles: {} });
  const config = { current: 'https://a', profiles: { 'https://a': { token: 'svc_pat_secret' } } };
  const write = () => changeConfig(async () => ({ config, result: undefined }), path);
  await Promise.all([write(), write()]);
  expect(await readConfig(path)).toEqual(config);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'wds'))).toEqual(['config.json']);

  await writeFile(path, '{"profiles": svc_pat_secret');
  await expect(readConfig(path)).rejects.toThrow(/^(?!.*svc_pat).*not valid JSON/);
});

test.each([
  ['data.example.com', 'https://data.example.com'],
  ['HTTP://Data.example.com:80/base//', 'http://data.example.com/base'],
])('%s is the service %s', (typed, url) => {
  expect(serviceUrl(typed)).toBe(url);
});

test('an address with a password, or none, is refused without repeating it', () => {
  expect(() => serviceUrl('https://me:secret@example.com')).toThrow(/^(?!.*secret)/);
  expect(() => serviceUrl('http://')).toThrow('not the address');
});
