import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agent } from './support/agent.js';
import { AGENT, pngOf, QuarterClose } from './support/agent-job.js';
import { openBook } from './support/files.js';
import { type Staffed, startWithMembers } from './support/members.js';

let staffed: Staffed<'ada'>;
beforeAll(async () => {
  staffed = await startWithMembers({ ada: 'editor' });
});
afterAll(() => staffed.service.dispose());

test('a token that reaches nothing says how to mint one that does', async () => {
  const token = await staffed.members.ada.api.mint(['workbooks:write']);
  const { body } = await (await Agent.connect(token)).call('list_workbooks');
  expect(body).toMatchObject({ workbooks: [], note: expect.stringContaining('`resource`') });
});

test('an agent takes in a messy report, shows, corrects and reviews it, and hands it over', async () => {
  const job = await QuarterClose.prepare(staffed);
  const { listed, found } = await job.find();
  expect(listed.body.workbooks).toMatchObject([{ title: 'Northwind Ferries' }]);
  expect(found.body.tables).toMatchObject([{ name: 'routes', row_count: 4 }]);

  const { read, corrected, made } = await job.readReport();
  const layouts = [read, corrected].map(({ body }) => body.regions[1].layout);
  expect(layouts).toEqual(['report', 'crosstab']);
  expect(made.body.tables).toMatchObject([{ name: 'takings', row_count: 12 }, { row_count: 16 }]);

  const { asked, derived } = await job.derive();
  expect(asked.body.rows).toEqual([
    { port: 'North Port', takings: 6215, pay: 29700 },
    { port: 'South Port', takings: 3214, pay: 28950 },
  ]);
  expect(derived.body).toMatchObject({ output: 'by_port', row_count: 6 });
  const { chart, sheet } = await job.show();
  expect([chart.body.notes, sheet.body.problems]).toEqual([[], []]);

  const { off, still, undone, reviewed, right, difference } = await job.correct();
  expect(off.body.rows).toEqual([{ period: 'March', rows: 3321, stated: 3357 }]);
  expect(still.body.row_count).toBe(2);
  expect(undone.body).toMatchObject({ rows: 1, stale: ['by_port'] });
  expect(reviewed.body.findings.map(({ rule }: { rule: string }) => rule)).toEqual([
    'stated-totals',
    'stated-totals',
  ]);
  expect(right.body.rows).toEqual([]);
  expect(difference.body.tables).toMatchObject([
    { name: 'takings', rows: { updated: 1 }, cells: [{ old: 404, new: 440 }] },
    { name: 'by_port', rows: { updated: 1 }, cells: [{ old: 1106, new: 1142 }] },
  ]);

  const { masked, exported, ops } = await job.handOver();
  expect(masked.body.columns).toMatchObject([{ masked: false }, { masked: true }]);
  expect(masked.body.rows).toMatchObject([{ captain_pay: null }, { captain_pay: null }]);
  const file = await job.token.get(exported.body.url.slice(job.token.url.length));
  const { Sheets: sheets } = openBook(file.bytes);
  expect(textsOf(sheets.routes)).toEqual(expect.arrayContaining(['Ingrid Holm']));
  expect(textsOf(sheets.routes)).not.toContain(5100);
  expect(textsOf(sheets.by_port)).toContain(1142);

  const byAgent = ops.body.ops.filter(({ actor }: { actor: string | null }) => actor === AGENT);
  expect(byAgent.map(({ kind }: { kind: string }) => kind)).toEqual([
    'transform.run',
    'rows.upsert',
    'rows.undo',
    'rows.upsert',
    'version.create',
    'sheet.put',
    'chart.put',
    'transform.run',
    'source.materialize',
    'source.correct_spec',
    'source.analyze',
    'source.ingest',
  ]);
  await checkGuide(String(job.transcript), pngOf(chart.content));
});

const textsOf = (sheet = {}): unknown[] => Object.values(sheet).map((cell) => (cell as { v?: unknown }).v);

/** Checks that the guide shows the job as it went, or writes it there, with a picture that depends on the fonts. */
async function checkGuide(transcript: string, picture: Buffer): Promise<void> {
  const [path, drawn] = ['agents.md', 'pictures/agent-job.png'].map(
    (name) => new URL(`../docs/${name}`, import.meta.url),
  ) as [URL, URL];
  const page = await readFile(path, 'utf8');
  const rewritten = page.replace(
    /(<!-- transcript -->\n)[\s\S]*(<!-- \/transcript -->)/,
    (_, open: string, close: string) => `${open}\n${transcript}\n\n${close}`,
  );
  if (process.env.UPDATE_DOCS !== '1') return expect(page).toBe(rewritten);
  await writeFile(path, rewritten);
  await writeFile(drawn, picture);
}
