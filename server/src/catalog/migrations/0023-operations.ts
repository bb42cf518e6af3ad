import { type Kysely, sql } from 'kysely';

/** An op stores the operation and its input, from which each edge makes the request that repeats it. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its time, not those of today.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('ops')
    .addColumn('operation', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('ops').renameColumn('request', 'input').execute();
  for (let last: Key = { workbook_id: '', op_id: 0 }; ; ) {
    const batch = await nextBatch(db, last);
    const end = batch.at(-1);
    if (!end) return;
    for (const { workbook_id, op_id, kind, input } of batch) {
      const operation = operationOf(kind, input);
      await db
        .updateTable('ops')
        .set({ operation: operation.name, ...(operation.input !== undefined && { input: operation.input }) })
        .where('workbook_id', '=', workbook_id)
        .where('op_id', '=', op_id)
        .execute();
    }
    last = end;
  }
}

interface Key {
  workbook_id: string;
  op_id: number;
}

interface Op extends Key {
  kind: string;
  input: string;
}

const BATCH_OPS = 500;
const BATCH_CHARACTERS = 8 * 1024 * 1024;

/** The ops after one, as many as fit in memory: a request can contain a whole upload of rows. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
async function nextBatch(db: Kysely<any>, { workbook_id, op_id }: Key): Promise<Op[]> {
  const { rows: sizes } = await sql<Key & { size: number }>`
    select workbook_id, op_id, length(input) as size from ops
    where (workbook_id, op_id) > (${workbook_id}, ${op_id})
    order by workbook_id, op_id limit ${sql.lit(BATCH_OPS)}`.execute(db);
  let characters = 0;
  const fitting = sizes.filter(({ size }, i) => {
    characters += size;
    return i === 0 || characters <= BATCH_CHARACTERS;
  });
  const end = fitting.at(-1);
  if (!end) return [];
  const { rows } = await sql<Op>`
    select workbook_id, op_id, kind, input from ops
    where (workbook_id, op_id) > (${workbook_id}, ${op_id})
      and (workbook_id, op_id) <= (${end.workbook_id}, ${end.op_id})
    order by workbook_id, op_id`.execute(db);
  return rows;
}

interface Request {
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: many shapes, each determined by its kind.
  body: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  query: any;
}

/** The operation behind a stored request; without an input if the stored one is kept unchanged. */
export function operationOf(kind: string, stored: string): { name: string; input?: string } {
  const replayed = replayedOperations[kind];
  if (!replayed) return { name: recordedOperations[kind] ?? kind };
  const { path = '', body = {}, query = {} } = JSON.parse(stored) as Partial<Request>;
  const [, conflictId] = /^conflicts\/([^/]+)\/resolve$/.exec(path) ?? [];
  if (conflictId !== undefined)
    return { name: 'resolveConflict', input: JSON.stringify({ conflictId, action: body.action }) };
  const [name, inputOf] = replayed;
  return { name, input: JSON.stringify(inputOf({ path, body, query })) };
}

/** Kinds whose op stored what was done instead of a request. */
const recordedOperations: Record<string, string> = {
  'workbook.update': 'updateWorkbook',
  'source.ingest': 'ingestSource',
  'source.revise': 'reviseSource',
  'source.structure': 'structureSource',
  'source.analyze': 'analyzeSource',
  'source.correct_spec': 'correctParseSpec',
  'source.materialize': 'materializeSource',
  'transform.create': 'createTransform',
  'transform.run': 'runTransform',
  'transform.update': 'updateTransform',
};

const replayedOperations: Record<string, [name: string, inputOf: (request: Request) => unknown]> = {
  'table.create': ['createTable', ({ body }) => body],
  'table.rename': [
    'renameTable',
    ({ body }) => ({ name: body.name, expectedVersion: body.expected_version }),
  ],
  'table.delete': [
    'deleteTable',
    ({ query }) => ({ expectedVersion: query.expected_version, cascade: query.cascade }),
  ],
  'table.archive': ['setTableState', () => ({ state: 'archived' })],
  'table.unarchive': ['setTableState', () => ({ state: 'active' })],
  'table.describe': ['describeTable', ({ body }) => ({ description: body.description })],
  'rows.upsert': [
    'upsertRows',
    ({ body }) => ({ rows: body.rows, expectedVersion: body.expected_version, matchOn: body.match_on }),
  ],
  'rows.delete': [
    'deleteRows',
    ({ body }) => ({ rowIds: body.row_ids, expectedVersion: body.expected_version }),
  ],
  'rows.undo': ['undoOp', ({ path }) => ({ opId: Number(partOf(path, 1)) })],
  'overrides.drop': [
    'dropOverrides',
    ({ body }) => ({ cells: body.cells?.map(cellOf), expectedVersion: body.expected_version }),
  ],
  'column.add': [
    'addColumn',
    ({ body: { expected_version: expectedVersion, ...column } }) => ({ ...column, expectedVersion }),
  ],
  'column.drop': [
    'dropColumn',
    ({ path, query }) => ({ column: partOf(path, 1), expectedVersion: query.expected_version }),
  ],
  'column.rename': [
    'renameColumn',
    ({ path, body }) => ({
      column: partOf(path, 1),
      newName: body.new_name,
      expectedVersion: body.expected_version,
    }),
  ],
  'column.retype': [
    'retypeColumn',
    ({ path, body: { expected_version: expectedVersion, ...retyping } }) => ({
      column: partOf(path, 1),
      ...retyping,
      expectedVersion,
    }),
  ],
  'column.describe': [
    'describeColumn',
    ({ path, body }) => ({ column: partOf(path, 1), description: body.description }),
  ],
  'formula.set': [
    'setFormula',
    ({ body: { expected_version: expectedVersion, ...formula } }) => ({ ...formula, expectedVersion }),
  ],
  'annotations.set': ['setAnnotations', ({ body }) => ({ annotations: body.annotations?.map(cellOf) })],
  'annotations.delete': ['deleteAnnotations', ({ body }) => ({ targets: body.targets?.map(cellOf) })],
  'column.tag': ['tagColumn', ({ path, body }) => ({ column: partOf(path, 1), tag: body.tag })],
  'column.untag': ['untagColumn', ({ path }) => ({ column: partOf(path, 1), tag: partOf(path, 3) })],
  'policy.set': ['setPolicy', ({ path, body }) => ({ tag: partOf(path, 1), ...body })],
  'policy.remove': ['removePolicy', ({ path, query }) => ({ tag: partOf(path, 1), role: query.role })],
  'source.delete': [
    'deleteSource',
    ({ path, query }) => ({ source: partOf(path, 1), cascade: query.cascade }),
  ],
  'transform.delete': [
    'deleteTransform',
    ({ path, query }) => ({ transform: partOf(path, 1), cascade: query.cascade }),
  ],
};

const partOf = (path: string, index: number) => decodeURIComponent(path.split('/')[index] ?? '');

const cellOf = ({ row_id: rowId, ...cell }: { row_id: unknown }) => ({ rowId, ...cell });
