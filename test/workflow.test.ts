import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

/** What follows `run:` or stands alone in a line, without the arguments of a shard. */
const npmCommands = (text: string) =>
  [...text.matchAll(/^(?: +- run: )?(npm .*?)(?: -- --shard=.*)?$/gm)].map(([, command]) => command);

test('the workflow runs what .ci/run runs', async () => {
  const workflow = await read('.github/workflows/ci.yml');
  const commands = npmCommands(await read('.ci/run'));
  expect(commands).toContain('npm test');
  expect(new Set(npmCommands(workflow))).toEqual(new Set(commands));
});

test('the shards of the workflow count from one, and together are all tests', async () => {
  const [, listed = ''] = /shard: \[(.*)\]/.exec(await read('.github/workflows/ci.yml')) ?? [];
  const shards = listed.split(', ').map(Number);
  expect(shards.length).toBeGreaterThan(1);
  expect(shards).toEqual(shards.map((_, position) => position + 1));
});
