import { say } from '@workbook-data-service/contract/messages';
import { nearestName } from '@workbook-data-service/sheets/names';
import { nameKey, type TableRecord, tablesOf } from '../../catalog/tables.js';
import { fieldError, problem } from '../../core/problems.js';
import type { Relation } from '../../engine/engine.js';
import {
  type Governance,
  type GovernedTable,
  type ReadableTable,
  relationOf,
  requireReadable,
} from '../governance/governed-tables.js';
import { storesOf } from '../stores.js';
import type { Reader } from '../workbook-data.js';

/** A table under the name that it had in a snapshot. */
export interface PinnedName {
  name: string;
  tableId: string;
  version: number;
}

interface StatementRequest {
  workbookId: string;
  sql: string;
  /** An edit_version, for statements over one table, or the tables of a snapshot. */
  asOf?: number | readonly PinnedName[] | undefined;
}

interface StatementTables {
  tables: GovernedTable[];
  relations: Relation[];
  /** Whether the statement gives the same rows each time over the same tables. */
  isSteady: boolean;
}

/** The tables that a statement names, all at versions of the same moment. */
export async function tablesOfStatement(
  reader: Reader,
  { workbookId, sql, asOf }: StatementRequest,
): Promise<StatementTables> {
  // The engine parses while the catalog is read.
  const [inspection, candidates] = await Promise.all([
    storesOf(reader.data).engine.inspect(workbookId, sql),
    Array.isArray(asOf) ? undefined : currentTables(reader, workbookId),
  ]);
  const { isSteady } = inspection;
  const wanted = new Map(inspection.tables.map((name) => [nameKey(name), name]));
  if (typeof asOf === 'number' && wanted.size !== 1) {
    throw problem('invalid-request', say('as-of-one-table'), {
      members: { errors: [fieldError('/as_of', say('field-one-table'))] },
    });
  }
  if (wanted.size === 0) return { tables: [], relations: [], isSteady };
  const tables = candidates
    ? await currentNames(reader, wanted, candidates, asOf as number | undefined)
    : await pinnedNames(reader, workbookId, wanted, asOf as readonly PinnedName[]);
  // Under every spelling in the statement: the engine ignores the case of ASCII letters only.
  const relations = inspection.tables.map((name) =>
    relationOf(tables.get(nameKey(name)) as ReadableTable, name),
  );
  return { tables: [...tables.values()], relations, isSteady };
}

interface CurrentTables {
  rows: TableRecord[];
  governance: Governance;
}

async function currentTables(reader: Reader, workbookId: string): Promise<CurrentTables> {
  const { db } = storesOf(reader.data).catalog;
  const rows = await tablesOf(db, workbookId);
  // Later than the versions: a policy that was set before an edit applies to it.
  return { rows, governance: await reader.governance(workbookId) };
}

/** By the keys of their names, like `pinnedNames`. */
async function currentNames(
  reader: Reader,
  wanted: ReadonlyMap<string, string>,
  { rows, governance }: CurrentTables,
  version: number | undefined,
): Promise<Map<string, ReadableTable>> {
  const { db } = storesOf(reader.data).catalog;
  const tables = new Map<string, ReadableTable>();
  for (const [key, name] of wanted) {
    const row = rows.find((candidate) => candidate.name_key === key) ?? missing(name, rows);
    tables.set(key, requireReadable(await governance.view(db, row, version)));
  }
  return tables;
}

async function pinnedNames(
  reader: Reader,
  workbookId: string,
  wanted: ReadonlyMap<string, string>,
  pins: readonly PinnedName[],
): Promise<Map<string, ReadableTable>> {
  const byKey = new Map(pins.map((pin) => [nameKey(pin.name), pin]));
  const chosen = [...wanted].map(([key, name]) => byKey.get(key) ?? missing(name, pins));
  const views = await reader.pinnedTables(workbookId, chosen);
  return new Map([...wanted.keys()].map((key, i) => [key, requireReadable(views[i] as GovernedTable)]));
}

function missing(name: string, rows: readonly { name: string }[]): never {
  const nearest = nearestName(
    name,
    rows.map((row) => row.name),
  );
  throw problem('sql-invalid', say('sql-table-unknown', { table: name }), {
    fix: nearest ? say('fix-table-nearest', { nearest }) : say('fix-workbook-tables'),
  });
}
