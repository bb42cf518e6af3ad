import { toolCall } from './agent.js';
import type { Answer, Api } from './api.js';
import { SECRET } from './canaries.js';
import { eventually } from './eventually.js';
import { book } from './files.js';

/** A table as a reader addresses it, with its sensitive columns: a text and a number. */
export interface Subject {
  /** The path of the table. */
  at: string;
  table: string;
  word: string;
  pay: string;
  /** A row with the canaries. */
  row: number;
  /** The path of a sheet that shows the table, and one more view that the sensitive columns choose. */
  sheet: string;
}

/** `influenced` has no sensitive column, but a sensitive one decides which rows it has. */
export type SubjectName = 'base' | 'derived' | 'chained' | 'influenced' | 'renamed' | 'raw';

/** A workbook with sensitive columns in everything that can contain them. */
export interface World {
  workbook: string;
  /** The id of its workspace. */
  workspace: string;
  subjects: Record<SubjectName, Subject>;
  /** From before any rule: one as JSON, one as a file. */
  results: string[];
  job: string;
  upload: string;
  /** The paths of the workspace's readings, and of one that was learned from the source `staff.xlsx`. */
  readings: string;
  reading: string;
  /** The path of a tracked file, the source `staff.xlsx`. */
  link: string;
  conflict: string;
  /** Ops that wrote sensitive cells: in a base table, and an override. */
  edit: number;
  override: number;
  file: { name: string; content: Uint8Array };
  /** An export of the base table, in which a sensitive cell was edited that was edited in the table as well. */
  returned: { branch: string; content: string };
  /** The reader's requests before any rule, with their paths for an Idempotency-Key. */
  once: Once[];
  /** The last version of the renamed table that had one more sensitive column. */
  beforeDrop: number;
  /** The snapshot labelled `pinned`, from before the edits. */
  pinned: string;
  /** The id of an event from before all conflicts. */
  event: string;
}

type Once = [method: string, path: string, body: object];

const ROWS = [
  ['Ann', 'red', `${SECRET} one`, 73_104_270],
  ['Bo', 'red', `${SECRET} two`, 73_104_271],
  ['Cy', 'blue', `two ${SECRET}`, 73_104_275],
];

/** With a title, a total and a note, so that it is split and its sheet is archived. */
const STAFF = [
  ['Personnel of the north'],
  [],
  ['Name', 'Team', 'Zibexword', 'Zibexpay'],
  ...ROWS,
  ['Total', null, null, 219_312_816],
  [],
  ['Source: the ledger'],
];

const transforms = {
  derived: 'select "Name", "Zibexword" as "Zibexhush", "Zibexpay" * 2 as "Zibexwage" from {{ t }}',
  chained: 'select "Name", upper("Zibexhush") as "Zibexloud", "Zibexwage" + 0 as "Zibexmore" from {{ t }}',
  copied: 'select * from {{ t }}',
  influenced: `select "Name", '${SECRET} ' || "Name" as "Mark", 73104271::bigint as "Sum"
    from {{ t }} where coalesce("Zibexpay", 1) > 0`,
};

/** What the reader wrote itself, and may see again: the code of its transforms. */
export const ownCode = Object.values(transforms).join('\n');

export async function makeWorld(steward: Api, reader: Api): Promise<World> {
  const workbook = await steward.workbook('Governed');
  const table = (name: string) => `${workbook}/tables/${encodeURIComponent(name)}`;
  // biome-ignore lint/suspicious/noExplicitAny: as in Api.
  const must = async (answer: Promise<Answer<any>>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  const expected_version = null;
  const write = (name: string, row: object) =>
    must(steward.post(`${table(name)}/rows/upsert`, { rows: [row], expected_version }));

  const file = { name: 'staff.xlsx', content: book('xlsx', { Staff: STAFF }) };
  const uploaded = await must(steward.upload(`${workbook}/sources`, file));
  const event = /^id: (\S+)/m.exec(await must(steward.get(`${workbook}/events`)))?.[1] as string;
  const link = (await must(steward.upload(`${workbook}/file-links/local`, file))).id;
  const raw = uploaded.artifacts.find(({ state }: { state: string }) => state === 'archived');
  const job = await uploadLater(steward, workbook);
  const upload = await uploadBySlot(steward, workbook);

  for (const [output, code] of Object.entries(transforms)) {
    const args = { t: output === 'chained' ? 'derived' : 'staff' };
    await must(
      steward.post(`${workbook}/transforms`, {
        name: output,
        kind: 'sql',
        code,
        args,
        output,
        key: ['Name'],
      }),
    );
  }
  // The total and the raw sheet have the same columns, and are not tagged.
  for (const name of ['staff', 'moved', 'slot'])
    for (const column of name === 'moved' ? ['Zibexolda', 'Zibexoldb'] : ['Zibexword', 'Zibexpay'])
      for (const tag of ['pay', 'pii'])
        await must(steward.post(`${table(name)}/columns/${column}/tags`, { tag }));
  for (const [name, old, new_name] of [
    ['moved', 'Zibexolda', 'Zibexword'],
    ['moved', 'Zibexoldb', 'Zibexpay'],
    [raw.name, 'C', 'ZibexC'],
    [raw.name, 'D', 'ZibexD'],
  ])
    await must(steward.patch(`${table(name)}/columns/${old}`, { new_name, expected_version }));

  for (const name of ['staff', 'moved']) await annotate(steward, table(name));
  await drawPay(steward, workbook);
  const beforeDrop = await dropOne(steward, table('moved'));
  // Again, and untagged.
  await must(steward.post(`${workbook}/sources/staff.xlsx/materialize`));
  await must(steward.post(`${workbook}/sources/moved.csv/materialize`));
  const rowOf = async (name: string, person: string): Promise<number> => {
    const { rows } = await must(steward.get(`${table(name)}/rows`));
    return rows.find(({ Name }: { Name: string }) => Name === person).__svc_row_id;
  };
  const pinned = (await must(steward.post(`${workbook}/versions`, { label: 'pinned' }))).snapshot_id;
  const ann = await rowOf('derived', 'Ann');
  const override = await write('derived', {
    __svc_row_id: ann,
    Zibexhush: `${SECRET} overridden`,
    Zibexwage: 73_104_279,
  });
  const returned = await exportAndEdit(steward, workbook);
  const edit = await write('staff', { __svc_row_id: 1, Zibexword: `${SECRET} edited`, Zibexpay: 73_104_279 });
  await must(steward.post(`${workbook}/recompute`));
  const [conflict, other] = (await must(steward.get(`${workbook}/conflicts`))).conflicts;
  const once: Once[] = [
    ['PUT', `${table('staff')}/columns/Name/description`, { description: 'who' }],
    ['POST', `${workbook}/conflicts/${other.id}/resolve`, { action: 'acknowledge' }],
  ];
  for (const [method, path, body] of once)
    await must(reader.send(method, path, body, { 'idempotency-key': path }));

  const keep = async (sql: string) => (await must(reader.post(`${workbook}/query`, { sql }))).id;
  const results = [
    await keep('select * from staff'),
    await keep('select s.*, n from staff s, range(20000) r(n)'),
  ];
  const subject = (name: string, word: string, pay: string, row: number): Subject => {
    const at = name === raw.name ? `${workbook}/artifacts/${raw.id}` : table(name);
    const sheet = `${workbook}/sheets/${encodeURIComponent(`of ${name}`)}`;
    return { at, table: name, word, pay, row, sheet };
  };
  const subjects = {
    base: subject('staff', 'Zibexword', 'Zibexpay', 1),
    derived: subject('derived', 'Zibexhush', 'Zibexwage', ann),
    chained: subject('chained', 'Zibexloud', 'Zibexmore', await rowOf('chained', 'Bo')),
    influenced: subject('influenced', 'Mark', 'Sum', await rowOf('influenced', 'Bo')),
    renamed: subject('moved', 'Zibexword', 'Zibexpay', 1),
    raw: subject(raw.name, 'ZibexC', 'ZibexD', 3),
  };
  for (const { table: name, word, pay, row, sheet } of Object.values(subjects)) {
    const filter = {
      or: [
        { column: word, op: 'contains', value: SECRET },
        { column: word, op: 'is_null' },
      ],
    };
    const filled = { column: word, op: 'is_null', value: false };
    const columns = [{ name: pay }, { name: word, width: 90 }];
    const at = name === raw.name ? `${workbook}/artifacts/${raw.id}` : table(name);
    await must(steward.post(`${at}/views`, { name: 'wide', columns, order_by: [`-${pay}`], shared: true }));
    await must(steward.post(`${at}/views`, { name: 'narrow', filter: filled, shared: true }));
    await must(
      steward.post(`${at}/comments`, { text: `${SECRET} said`, target: { row_id: row, column: word } }),
    );
    const totals = [{ column: word, fn: 'count' }];
    const chosen = { columns: [word, pay], filter, order_by: [`-${pay}`], totals };
    const blocks = [{}, chosen].map((view) => ({ kind: 'table_view', table: name, ...view }));
    await must(steward.put(sheet, { spec: { blocks } }));
  }
  // All its cells are sensitive, whatever the columns are called; so it is left out of requests about the
  // workbook.
  await must(steward.post(`${table('influenced')}/archive`));
  const readings = `/api/v1/workspaces/${(await steward.get(workbook)).body.workspace_id}/readings`;
  const remembered = { workbook_id: workbook.split('/').at(-1), source: 'staff.xlsx' };
  const reading = `${readings}/${(await must(steward.post(readings, remembered))).id}`;
  const ops = { edit: edit.op_id, override: override.op_id };
  return {
    workbook,
    workspace: (await must(steward.get(workbook))).workspace_id,
    subjects,
    results,
    job,
    upload,
    readings,
    reading,
    link: `${workbook}/file-links/${link}`,
    conflict: conflict.id,
    ...ops,
    file,
    returned,
    once,
    beforeDrop,
    pinned,
    event,
  };
}

async function exportAndEdit(steward: Api, workbook: string): Promise<World['returned']> {
  const body = { tables: ['staff'], format: 'csv', record_branch: true };
  const exported = await steward.post<string>(`${workbook}/export`, body);
  const content = exported.body.replace(`${SECRET} one`, `${SECRET} filed`);
  return { branch: exported.headers.get('x-svc-branch-id') ?? '', content };
}

/** Descriptions and notes about the sensitive columns, and a formula over one. */
async function annotate(steward: Api, table: string): Promise<void> {
  const version = { expected_version: null };
  await steward.put(`${table}/columns/Zibexpay/description`, { description: 'Zibexpay as agreed' });
  await steward.put(`${table}/formulas`, { column: 'Zibexfrozen', formula: '=[Zibexpay]*2', ...version });
  await steward.put(`${table}/formulas`, { column: 'Zibexfrozen', formula: null, ...version });
  await steward.put(`${table}/formulas`, { column: 'Zibextwice', formula: '=[Zibexpay]*2', ...version });
  const annotations = [
    { column: 'Zibexpay', note: 'Zibexpay is confidential' },
    { row_id: 1, column: 'Zibexword', style: { bold: true }, note: 'the Zibexword of Ann' },
  ];
  await steward.post(`${table}/annotations`, { annotations });
  await steward.post(`${table}/sync-bindings`, {
    actor: 'steward',
    external_kind: 'google_sheets',
    external_ref: 'staff',
    ownership_map: { Zibexpay: 'hr', Name: 'everyone' },
  });
}

/** A chart of the sensitive columns. */
async function drawPay(steward: Api, workbook: string): Promise<void> {
  const { path, body, headers } = toolCall('create_chart', {
    workbook_id: workbook.split('/').at(-1),
    name: 'pay',
    chart_type: 'bar',
    table: 'staff',
    title: 'Zibexpay by Zibexword',
    x: 'Zibexword',
    y: ['Zibexpay'],
  });
  const { result } = (await steward.post(path, body, headers)).body;
  if (result.isError) throw new Error(result.content[0].text);
}

/** Drops a sensitive column; returns the last version that has it. */
async function dropOne(steward: Api, table: string): Promise<number> {
  const version = { expected_version: null };
  await steward.post(`${table}/columns`, { column: 'Zibexgone', ...version });
  for (const tag of ['pay', 'pii']) await steward.post(`${table}/columns/Zibexgone/tags`, { tag });
  const rows = [{ __svc_row_id: 1, Zibexgone: `${SECRET} gone` }];
  const { body } = await steward.post(`${table}/rows/upsert`, { rows, ...version });
  await steward.delete(`${table}/columns/Zibexgone?expected_version=null`);
  return body.edit_version;
}

const csv = (header: string): string =>
  [header, ...ROWS.map(([name, , word, pay]) => [name, word, pay].join(','))].join('\n');

async function uploadLater(steward: Api, workbook: string): Promise<string> {
  const file = { name: 'moved.csv', content: csv('Name,Zibexolda,Zibexoldb') };
  const { body } = await steward.upload(`${workbook}/sources`, file, { async: 'true' });
  const job = `/api/v1/jobs/${body.job_id}`;
  await eventually(async () => ((await steward.get(job)).body.status === 'succeeded' ? true : undefined));
  return job;
}

async function uploadBySlot(steward: Api, workbook: string): Promise<string> {
  const { body } = await steward.post(`${workbook}/uploads`, { filename: 'slot.csv' });
  const { pathname, search } = new URL(body.upload_url);
  const bytes = new TextEncoder().encode(csv('Name,Zibexword,Zibexpay'));
  await steward.send('PUT', pathname + search, bytes, { 'content-type': 'application/octet-stream' });
  await steward.post(`/api/v1/uploads/${body.id}/ingest`);
  return `/api/v1/uploads/${body.id}`;
}
