import type { DuckDBConnection } from '@duckdb/node-api';
import type { Cells } from '../core/row-edits.js';
import { identifier, literal } from '../core/sql-text.js';
import { describeColumns } from '../engine/encode/describe-columns.js';
import { rowsAsJson } from '../engine/encode/encode-rows.js';
import { compileFormula } from '../formula/evaluate-formula.js';
import { referencedColumns } from '../formula/formula-columns.js';
import { parseFormula } from '../formula/parse-formula.js';
import type { ExportSheet } from './export-sheet.js';

/** By position of the column, then by row of the file: the error behind an empty cell of a formula column. */
export type FormulaErrors = Map<number, Map<number, string>>;

const ROW = '__row';

/** A table stores an error as an empty cell; a spreadsheet shows which one it is, so it is computed again. */
export async function formulaErrors(
  connection: DuckDBConnection,
  sheet: ExportSheet,
  physical: readonly string[],
): Promise<FormulaErrors> {
  const errors: FormulaErrors = new Map();
  const columns = sheet.columns.flatMap(({ id, type }) => (id === undefined ? [] : [{ id, type }]));
  const cells = sheet.columns.flatMap(({ id }, i) =>
    id === undefined ? [] : [`${identifier(physical[i] ?? '')} as ${identifier(id)}`],
  );
  for (const [position, { formula, type }] of sheet.columns.entries()) {
    if (formula === undefined) continue;
    const ast = parseFormula(formula);
    // Without an input, perhaps hidden from the reader, the error is unknown.
    if (!referencedColumns(ast).every((id) => columns.some((column) => column.id === id))) continue;
    const evaluate = compileFormula(ast, columns, type);
    const result = await connection.stream(
      `select ${[...cells, `file_row_number as ${ROW}`].join(', ')}
       from read_parquet(${literal(sheet.parquetPath)}, file_row_number = true)
       where ${identifier(physical[position] ?? '')} is null`,
    );
    const found = new Map<number, string>();
    for await (const chunk of result) {
      const text = rowsAsJson(describeColumns(result), result.columnTypes(), [chunk]);
      for (const row of JSON.parse(text) as Cells[]) {
        const outcome = evaluate(row);
        if ('error' in outcome) found.set(row[ROW] as number, outcome.error);
      }
    }
    errors.set(position, found);
  }
  return errors;
}
