import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Insertable, sql } from 'kysely';
import type { Change } from '../../catalog/change.js';
import type { Tx } from '../../catalog/db.js';
import { prepared } from '../../catalog/prepared.js';
import type { Schema } from '../../catalog/schema.js';
import { batches } from '../../core/batches.js';
import type { RawEdit } from '../../core/row-edits.js';

type NewEdit = Omit<RawEdit, 'version'>;

interface Place {
  tableId: string;
  version: number;
}

/** Up to so many edits are passed as parameters; more take half the time as one text. */
const FEW = 8;
/** Five parameters for each, well below what either database accepts in one statement. */
const MAX_AS_PARAMETERS = 500;
/** SQLite runs in this process: a statement blocks the event loop while it runs. */
const MAX_ROWS = 2000;
const MAX_CHARACTERS = 1024 * 1024;
/** PostgreSQL does not take it in JSON. */
const ESCAPED_NUL = '\\u0000';

/** Writes the edits of a version. Other requests are served between the statements of the one transaction. */
export async function appendEdits(change: Change, place: Place, edits: readonly NewEdit[]): Promise<void> {
  const statements = (isTakenAsText(edits) ? asTexts : asParameters)(change.tx, place, edits);
  const [only] = statements;
  // Most edits are one statement, which can wait for the commit.
  if (only && statements.length === 1) return change.writeLast(only);
  for (const statement of statements) {
    await statement.execute();
    await nextTurn();
  }
}

function isTakenAsText(edits: readonly NewEdit[]): boolean {
  return edits.length > FEW && !edits.some(({ after }) => after?.includes(ESCAPED_NUL));
}

function asParameters(tx: Tx, { tableId, version }: Place, edits: readonly NewEdit[]) {
  return [...batches(edits, MAX_AS_PARAMETERS)].map((batch) =>
    insertValues(tx, {
      edits: batch.map(({ rowId, kind, after }) => ({
        table_id: tableId,
        version,
        row_id: rowId,
        kind,
        after,
      })),
    }),
  );
}

function asTexts(tx: Tx, place: Place, edits: readonly NewEdit[]) {
  return slicesOf(edits).map(({ kind, members }) =>
    insertCells(tx, { ...place, kind, cells: `{${members.join()}}` }),
  );
}

/** Edits of one kind, each a member of a JSON object: its cells by its row id. */
interface Slice {
  kind: NewEdit['kind'];
  members: string[];
  characters: number;
}

function slicesOf(edits: readonly NewEdit[]): Slice[] {
  const slices: Slice[] = [];
  const open = new Map<NewEdit['kind'], Slice>();
  for (const { rowId, kind, after } of edits) {
    let slice = open.get(kind);
    if (!slice || slice.members.length === MAX_ROWS || slice.characters >= MAX_CHARACTERS) {
      slice = { kind, members: [], characters: 0 };
      slices.push(slice);
      open.set(kind, slice);
    }
    const member = `"${rowId}":${after}`;
    slice.members.push(member);
    slice.characters += member.length;
  }
  return slices;
}

const insertValues = prepared((tx, { edits }: { edits: Insertable<Schema['row_edits']>[] }) =>
  tx.insertInto('row_edits').values(edits),
);

const insertCells = prepared(
  (tx, { tableId, version, kind, cells }: Place & { kind: string; cells: string }) =>
    tx
      .insertInto('row_edits')
      .columns(['table_id', 'version', 'row_id', 'kind', 'after'])
      .expression(
        sql`select cast(${tableId} as text), cast(${version} as integer), cast(key as bigint), cast(${kind} as text),
          nullif(cast(value as text), 'null') from json_each(${cells})`,
      ),
);
