import type { DuckDBInstance } from '@duckdb/node-api';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { type BatchColumn, cellAt, lengthOf, type XlsxCell } from '@workbook-data-service/sheets/xlsx';
import { identifier, literal } from '../core/sql-text.js';
import type { ExportSheet } from './export-sheet.js';
import type { RequestedTotal, RequestedView } from './report-request.js';
import { readBatches, slicesOf } from './sheet-batches.js';
import { cellExpression, readCells } from './xlsx-cells.js';

/** What is known of a view only from all of its rows. */
export interface ViewMeasures {
  rowCount: number;
  /** In the order of the requested totals. */
  totals: XlsxCell[];
  /** By column. */
  numbers: Map<number, NumberMeasures>;
}

export interface NumberMeasures {
  least: XlsxCell;
  most: XlsxCell;
  /** The fewest decimals that show every number of the column in full; null if two are not enough. */
  decimals: 0 | 2 | null;
}

/** A value computed over all rows of a view. */
interface Aggregate {
  column: number;
  /** Over the values of the column, given as SQL. */
  sql: (values: string) => string;
  type: ColumnType;
}

/** In a wider view the time of measuring every column would be felt, and a sample of them decides. */
const MEASURED_COLUMNS = 200;
const SAMPLED_ROWS = 500;

export async function measureView(instance: DuckDBInstance, view: RequestedView): Promise<ViewMeasures> {
  const { columns } = view;
  const numbers = [...columns.keys()].filter(
    (i) => columns.length <= MEASURED_COLUMNS && isNumber(typeAt(view, i)),
  );
  const totals = view.totals.map(({ fn, column }) => totalOf(fn, column, typeAt(view, column)));
  const extremes = numbers.flatMap((i) => [
    totalOf('min', i, typeAt(view, i)),
    totalOf('max', i, typeAt(view, i)),
  ]);
  const exactness = numbers.flatMap((i) => [hasDecimals(i, 0), hasDecimals(i, 2)]);
  const rowCount: Aggregate = { column: 0, sql: () => 'count(*)', type: 'BIGINT' };
  const cells = await compute(instance, view, [rowCount, ...totals, ...extremes, ...exactness]);
  const take = (aggregates: readonly Aggregate[]) => cells.splice(0, aggregates.length);
  const [[count], total, extreme, isExact] = [
    take([rowCount]),
    take(totals),
    take(extremes),
    take(exactness),
  ];
  return {
    rowCount: Number(count ?? 0),
    totals: total,
    numbers: new Map(
      numbers.map((column, i) => [
        column,
        {
          least: extreme[2 * i] ?? null,
          most: extreme[2 * i + 1] ?? null,
          decimals: isExact[2 * i] ? 0 : isExact[2 * i + 1] ? 2 : null,
        },
      ]),
    ),
  };
}

/** Values of each column: first the least and the greatest number, so that its width is enough for either. */
export async function sampleView(
  instance: DuckDBInstance,
  view: ExportSheet,
  numbers: ViewMeasures['numbers'],
): Promise<BatchColumn[]> {
  for await (const { columns } of readBatches(instance, view)) {
    return columns.map((column, i) => {
      const { least = null, most = null } = numbers.get(i) ?? {};
      const sampled = Math.min(SAMPLED_ROWS, lengthOf(column));
      return [least, most, ...Array.from({ length: sampled }, (_, row) => cellAt(column, row))];
    });
  }
  return [];
}

export function isNumber(type: ColumnType): boolean {
  return /^(?:BIGINT|INTEGER|DOUBLE|DECIMAL)/.test(type);
}

function typeAt({ columns }: ExportSheet, column: number): ColumnType {
  return columns[column]?.type ?? 'VARCHAR';
}

function totalOf(fn: RequestedTotal['fn'], column: number, type: ColumnType): Aggregate {
  const sql = (values: string) => `${fn}(${values})`;
  switch (fn) {
    case 'count':
      return { column, sql, type: 'BIGINT' };
    case 'avg':
      return { column, sql, type: 'DOUBLE' };
    case 'sum':
      // A sum may have more digits than the numbers.
      return { column, sql, type: type === 'DOUBLE' ? type : 'DECIMAL(38,0)' };
    default:
      return { column, sql, type };
  }
}

function hasDecimals(column: number, decimals: number): Aggregate {
  const sql = (values: string) => `coalesce(bool_and(${values} = round(${values}, ${decimals})), false)`;
  return { column, sql, type: 'BOOLEAN' };
}

/** One statement for each file of the view. */
async function compute(
  instance: DuckDBInstance,
  view: ExportSheet,
  aggregates: readonly Aggregate[],
): Promise<XlsxCell[]> {
  const cells: XlsxCell[] = aggregates.map(() => null);
  const connection = await instance.connect();
  try {
    let first = 0;
    for (const { file, columns } of await slicesOf(connection, view)) {
      const here = [...aggregates.entries()].filter(
        ([, { column }]) => columns[column - first] !== undefined,
      );
      const selected = here.map(([, { column, sql, type }]) => {
        const { physical } = columns[column - first] as { physical: string };
        return cellExpression(`(${sql(shownValues(identifier(physical), typeAt(view, column)))})`, type);
      });
      first += columns.length;
      if (selected.length === 0) continue;
      const statement = `select ${selected.join(', ')} from read_parquet(${literal(file)})`;
      const row = await (await connection.run(statement)).fetchChunk();
      for (const [i, [place, { type }]] of here.entries()) {
        if (row) cells[place] = cellAt(readCells(row, i, type, { from: 0, count: 1 }), 0);
      }
    }
  } finally {
    connection.closeSync();
  }
  return cells;
}

/** A cell cannot show infinity, and is empty. */
function shownValues(column: string, type: ColumnType): string {
  return type === 'DOUBLE' ? `case when isfinite(${column}) then ${column} end` : column;
}
