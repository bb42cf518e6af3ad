import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { EventStream, type LiveEvent } from './support/event-stream.js';
import { startWithMembers } from './support/members.js';
import { startService } from './support/service.js';

const PEOPLE = 10;
const STREAMS_EACH = 50;
const WRITES = 20;

test('five hundred listeners on one node hear every event in order, while requests are answered', async () => {
  const names = Array.from({ length: PEOPLE }, (_, i) => `listener${i}`);
  const { service, owner, members } = await startWithMembers(
    Object.fromEntries(names.map((name) => [name, 'viewer'] as const)),
  );
  onTestFinished(() => service.dispose());
  const workbook = await owner.workbook();
  await owner.post(`${workbook}/tables`, { name: 't', columns: [{ name: 'a' }] });
  const streams = await Promise.all(
    Object.values(members).flatMap(({ api }) =>
      Array.from({ length: STREAMS_EACH }, () => EventStream.during(api, workbook)),
    ),
  );
  const versions: number[] = [];
  for (let i = 0; i < WRITES; i++) {
    const body = { rows: [{ a: `${i}` }], expected_version: null };
    versions.push((await owner.post(`${workbook}/tables/t/rows/upsert`, body)).body.edit_version);
  }
  for (const told of await Promise.all(streams.map((stream) => stream.take(WRITES))))
    expect(told.map(({ data }) => data.edit_version)).toEqual(versions);
});

test('the program of the documentation follows a workbook', async () => {
  const page = await readFile(new URL('../docs/events.md', import.meta.url), 'utf8');
  const program = /<!-- a test runs this program -->\n+```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const { follow } = await import(`data:text/javascript,${encodeURIComponent(program)}`);
  const service = await startService();
  const api = await service.signIn();
  const workbook = await api.workbook();
  const stop = new AbortController();
  const told = new Promise<LiveEvent>((tell) => {
    const workbookId = workbook.split('/').at(-1);
    void follow({ url: service.url, token: api.token, workbookId, tell, signal: stop.signal });
  });
  let isTold = false;
  void told.then(() => {
    isTold = true;
  });
  // It does not say when it is connected.
  for (let i = 0; !isTold; i++)
    await api.post(`${workbook}/tables`, { name: `t${i}`, columns: [{ name: 'a' }] });
  expect(await told).toMatchObject({ kind: 'artifact.updated', data: { edit_version: 1 } });
  stop.abort();
});
