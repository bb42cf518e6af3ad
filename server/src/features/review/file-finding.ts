import type { Message } from '@workbook-data-service/contract/messages/message';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../core/sql-text.js';
import { rowsOfPlaces } from '../../workbook/reading/provenance/rows-of-places.js';
import { finding, findingId, told } from './finding.js';
import { type ReviewContext, selectRows } from './review-context.js';
import type { EvidenceCell, Finding, ReviewRule } from './review-rule.js';
import type { ReviewedTable } from './reviewed-table.js';

const MAX_CELLS = 20;

interface FileCellFound extends Omit<EvidenceCell, 'source' | 'sheet'> {
  /** See core/cell-place.ts. */
  place: number;
}

interface FileFindingOf {
  source: { name: string; id: string };
  sheet: string;
  cells: readonly FileCellFound[];
  /** Tells findings of one rule in one sheet apart. */
  subject?: string;
  message: Message;
  fix: Message;
}

/** A finding in the cells of a file. It belongs to the table that has most of them, or else to one of that sheet. */
export async function fileFinding(
  context: ReviewContext,
  rule: Pick<ReviewRule, 'id' | 'severity'>,
  of: FileFindingOf,
): Promise<Finding[]> {
  const owner = await ownerOf(context, of);
  if (!owner) return [];
  const { table, rowIds, columnIds } = owner;
  const columns = table.columns.filter(({ id }) => columnIds.has(id));
  const column = columns.length === 1 ? columns[0] : undefined;
  const subject = `${of.source.id} ${of.sheet} ${of.subject ?? ''}`;
  const cells = of.cells.slice(0, MAX_CELLS).map(({ place: _, ...cell }) => ({
    source: of.source.name,
    sheet: of.sheet,
    ...cell,
  }));
  const about = { table, column, subject, message: () => of.message, fix: of.fix };
  const query = selectRows(table, columns, `${identifier(ROW_ID)} in (${rowIds.join(', ')})`);
  const [inTable] = rowIds.length === 0 ? [] : await finding(context, rule, { ...about, query });
  if (inTable) return [{ ...inTable, evidence: { ...inTable.evidence, cells } }];
  return [
    {
      id: findingId(rule.id, table.table.record.id, column?.id, subject),
      rule: rule.id,
      severity: rule.severity,
      table: table.name,
      column: column?.name,
      rowCount: 0,
      ...told(of.message, of.fix),
      evidence: { rows: [], cells },
    },
  ];
}

interface Owner {
  table: ReviewedTable;
  rowIds: number[];
  columnIds: Set<string>;
}

async function ownerOf(context: ReviewContext, of: FileFindingOf): Promise<Owner | undefined> {
  const places = of.cells.map(({ place }) => place);
  let best: Owner | undefined;
  for (const table of context.tables) {
    const { source_id, source_sheet } = table.table.record;
    if (source_id !== of.source.id || source_sheet !== of.sheet) continue;
    const owner = await cellsIn(context, table, places);
    if (!best || owner.rowIds.length > best.rowIds.length) best = owner;
  }
  return best;
}

async function cellsIn(context: ReviewContext, table: ReviewedTable, places: number[]): Promise<Owner> {
  const found = await rowsOfPlaces(context.service.data, table.table, places);
  const cells = [...found.values()];
  return {
    table,
    rowIds: [...new Set(cells.map(({ rowId }) => rowId))].sort((a, b) => a - b),
    columnIds: new Set(cells.map(({ columnId }) => columnId)),
  };
}
