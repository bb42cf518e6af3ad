import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { type Cells, ROW_ID } from '@workbook-data-service/sheets/values';
import type { CommitOptions } from '../../catalog/change.js';
import type { Operation } from '../../core/operations.js';
import { fieldError, problem } from '../../core/problems.js';
import { mapInSlices } from '../../core/time-slices.js';
import type { GovernedTable, ReadableTable } from '../../workbook/governance/governed-tables.js';
import { findMatchingRows } from '../../workbook/reading/find-matching-rows.js';
import { appendVersion, type RowChange } from '../../workbook/writing/write-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { JobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { allColumns } from './all-columns.js';
import { type CastRow, castRows } from './cast-rows.js';
import { type EditInput, editTable, type Write } from './edit-table.js';
import { planOverrides } from './override-rows.js';
import type { UpsertedRows, WrittenRows } from './upserted-rows.js';
import { withFormulas } from './with-formulas.js';
import { writableColumn } from './writable-table.js';

export interface UpsertInput extends EditInput {
  rows: Record<string, unknown>[];
  matchOn?: string[] | undefined;
}

/** Inserts and updates rows, all or nothing, as one version of the table. In a derived table it overrides cells. */
export async function upsertRows(
  service: Service,
  caller: JobAuthor & Pick<Caller, 'prefetched'>,
  place: TablePlace,
  input: UpsertInput,
  commit: CommitOptions,
): Promise<UpsertedRows> {
  const find = () => tableToWrite(service, caller, place);
  const plan = async (table: ReadableTable) => {
    const cast = await castRows(table, input.rows);
    const rows = input.matchOn ? await matchRows(service, table, cast, input.matchOn) : cast;
    const isBound = input.matchOn !== undefined;
    return await planUpsert(service, table, rows, { ...input, operation: upsertOf(input), isBound });
  };
  return await editTable(service, caller, input, { find, plan }, commit);
}

interface PlannedUpsert extends EditInput {
  operation: Operation;
  /** Whether the rows were found by what the table has at this version. */
  isBound: boolean;
}

/** Plans the write of cast rows, in a derived table as overrides of its cells. */
export async function planUpsert(
  service: Service,
  table: ReadableTable,
  rows: CastRow[],
  input: PlannedUpsert,
): Promise<Write<WrittenRows>> {
  return table.record.kind === 'derived'
    ? await planOverrides(service, table, rows, input)
    : await planRows(service, table, rows, input);
}

async function planRows(
  service: Service,
  table: ReadableTable,
  rows: CastRow[],
  input: PlannedUpsert,
): Promise<Write<WrittenRows>> {
  const empty = rows.every(({ rowId }) => rowId !== undefined) ? {} : await emptyRow(service, table);
  const changes = await mapInSlices(rows, (row) => toChange(empty, row));
  const { computed, isComputed } = await withFormulas(service, table, changes);
  // Rows that were matched or computed from this version are valid only for it.
  const isBound = input.isBound || isComputed;
  const updatedIds = rows.flatMap(({ rowId }) => rowId ?? []);
  return async (c) => ({
    ...(await appendVersion(c, {
      workbookId: table.record.workbook_id,
      isPrefetched: table.isPrefetched,
      tableId: table.record.id,
      expectedVersion: isBound ? (input.expectedVersion ?? table.version) : input.expectedVersion,
      opKind: 'rows.upsert',
      actor: input.actor,
      operation: input.operation,
      rows: computed,
      columnsAsOf: table.version,
    })),
    inserted: rows.length - updatedIds.length,
    updated: updatedIds.length,
  });
}

/** Overrides do not check policies under the lock, so a prefetched derived table is looked up again. */
async function tableToWrite(
  service: Service,
  caller: JobAuthor & Pick<Caller, 'prefetched'>,
  { workbookId, table: name }: TablePlace,
): Promise<ReadableTable> {
  const table = await service.data.as(caller).table(workbookId, name);
  if (!table.isPrefetched || table.record.kind === 'base') return table;
  return await service.data.as(caller).table(workbookId, name);
}

/** An inserted row has every cell, so that the log alone shows what it was. */
function toChange(empty: Cells, { rowId, cells }: CastRow): RowChange {
  if (rowId !== undefined) return { kind: 'update', rowId, after: cells };
  return { kind: 'insert', after: { ...empty, ...cells } };
}

async function emptyRow(service: Service, table: GovernedTable): Promise<Cells> {
  const columns = await allColumns(service, table);
  return Object.fromEntries(columns.map(({ id }) => [id, null]));
}

function upsertOf({ rows, expectedVersion, matchOn }: UpsertInput): Operation {
  return { operation: 'upsertRows', input: { rows, expectedVersion, matchOn } };
}

/** Gives rows without an id that of the one row with the same values; rows without a match are inserted. */
async function matchRows(
  service: Service,
  table: ReadableTable,
  rows: CastRow[],
  matchOn: string[],
): Promise<CastRow[]> {
  const columns = matchOn.map((name, i) => writableColumn(table, name, `/match_on/${i}`));
  const unnamed = rows.flatMap(({ rowId, cells }, i) => (rowId === undefined ? [{ i, cells }] : []));
  for (const { i, cells } of unnamed) {
    const missing = columns.find(({ id }) => cells[id] === undefined);
    if (missing) throw rowProblem(i, say('row-cell-missing', { column: missing.name }));
  }
  const found = await findMatchingRows(
    service.data,
    table,
    columns,
    unnamed.map(({ cells }) => cells),
  );
  const ids = new Map(
    unnamed.map(({ i }, n) => {
      const matches = found[n] ?? [];
      if (matches.length > 1) {
        const some = matches.slice(0, 5).join(', ');
        throw rowProblem(i, say('row-matches-many', { count: matches.length, rows: some }));
      }
      return [i, matches[0]];
    }),
  );
  const named = rows.map((row, i) => ({ ...row, rowId: row.rowId ?? ids.get(i) }));
  const updated = new Set<number>();
  for (const [i, { rowId }] of named.entries()) {
    if (rowId === undefined) continue;
    if (updated.has(rowId)) throw rowProblem(i, say('row-updated-twice', { row: rowId }));
    updated.add(rowId);
  }
  return named;
}

function rowProblem(index: number, fault: Message) {
  return problem('invalid-request', say('row-invalid', { index, ...whyOf(fault) }), {
    fix: say('fix-row-ambiguous', { id: ROW_ID }),
    members: { errors: [fieldError(`/rows/${index}`, fault)] },
  });
}
