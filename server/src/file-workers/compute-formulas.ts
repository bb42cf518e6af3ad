import { DuckDBInstance } from '@duckdb/node-api';
import type { Cells } from '@workbook-data-service/sheets/values';
import { type ColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import { compileFormula, parseFormula } from '../core/formulas.js';
import { identifier, literal } from '../core/sql-text.js';
import { parquetOptions } from '../engine/child/copy-to-file.js';
import { describeColumns } from '../engine/encode/describe-columns.js';
import { rowsAsJson } from '../engine/encode/encode-rows.js';
import type { ReportProgress } from '../process/serve.js';

export interface ComputedColumn {
  id: string;
  type: ColumnType;
  /** Over column ids, as stored in the catalog. */
  formula: string;
}

export interface FormulaTable {
  columns: { id: string; type: ColumnType }[];
  /** Each after those it refers to. */
  formulas: ComputedColumn[];
}

/** The computed cells of each row; an error is an empty cell. */
export async function evaluateRows({ rows, ...table }: FormulaTable & { rows: Cells[] }): Promise<Cells[]> {
  const evaluate = evaluator(table);
  return rows.map(evaluate);
}

/**
 * Copies a segment with its formula columns recomputed, block by block; reports the number of rows computed.
 */
export async function computeSegment(
  { path, outPath, ...table }: FormulaTable & { path: string; outPath: string },
  _signal: AbortSignal,
  report: ReportProgress,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const reader = await instance.connect();
  const writer = await instance.connect();
  try {
    const { formulas } = table;
    const definitions = formulas.map(({ id, type }) => `${identifier(id)} ${type}`);
    await writer.run(
      `create table computed (${[`${identifier(ROW_ID)} BIGINT`, ...definitions].join(', ')})`,
    );
    const cells = formulas.map(({ id, type }) =>
      type === 'JSON' ? `entry->${literal(`$.${id}`)}` : `cast(entry->>${literal(`$.${id}`)} as ${type})`,
    );
    const insert = `insert into computed select ${[`(entry->>'r')::bigint`, ...cells].join(', ')}
                    from (select unnest(from_json($1, '["JSON"]')) as entry)`;
    const evaluate = evaluator(table);
    const result = await reader.stream(`select * from read_parquet(${literal(path)})`);
    const columns = describeColumns(result);
    let computed = 0;
    for await (const chunk of result) {
      const rows = JSON.parse(rowsAsJson(columns, result.columnTypes(), [chunk])) as Cells[];
      await writer.run(insert, [
        JSON.stringify(rows.map((row) => ({ ...evaluate(row), r: row[ROW_ID] ?? null }))),
      ]);
      computed += rows.length;
      report(computed);
    }
    const kept = columns
      .filter(({ name }) => !formulas.some(({ id }) => id === name))
      .map(({ name }) => `segment.${identifier(name)}`);
    const made = formulas.map(({ id }) => `computed.${identifier(id)}`);
    await writer.run(
      `copy (select ${[...made, ...kept].join(', ')} from read_parquet(${literal(path)}) segment
             join computed using (${identifier(ROW_ID)}) order by ${identifier(ROW_ID)})
       to ${literal(outPath)} (${parquetOptions(columns.length)})`,
    );
  } finally {
    reader.closeSync();
    writer.closeSync();
    instance.closeSync();
  }
}

function evaluator({ columns, formulas }: FormulaTable): (row: Cells) => Cells {
  const compiled = formulas.map(({ id, type, formula }) => ({
    id,
    evaluate: compileFormula(parseFormula(formula), columns, type),
  }));
  return (row) => {
    const cells: Cells = { ...row };
    const made: Cells = {};
    for (const { id, evaluate } of compiled) {
      const result = evaluate(cells);
      made[id] = 'value' in result ? result.value : null;
      cells[id] = made[id] ?? null;
    }
    return made;
  };
}
