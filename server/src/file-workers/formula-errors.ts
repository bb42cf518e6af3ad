import type { DuckDBConnection } from '@duckdb/node-api';
import { referencedColumns } from '@workbook-data-service/sheets/formula';
import type { Cells } from '@workbook-data-service/sheets/values';
import { compileFormula, parseFormula } from '../core/formulas.js';
import { identifier, literal } from '../core/sql-text.js';
import { describeColumns } from '../engine/encode/describe-columns.js';
import { rowsAsJson } from '../engine/encode/encode-rows.js';
import type { ExportSheet } from './export-sheet.js';

/** By position of the column, then by row of the file: the error behind an empty cell of a formula column. */
type FormulaErrors = Map<number, Map<number, string>>;

const ROW = '__row';

/** The file that has a column, and its name there. */
interface ColumnPlace {
  file: string;
  physical: string;
}

/** A table stores an error as an empty cell; a spreadsheet shows which one it is, so it is computed again. */
export async function formulaErrors(
  connection: DuckDBConnection,
  sheet: ExportSheet,
  places: readonly ColumnPlace[],
): Promise<FormulaErrors> {
  const errors: FormulaErrors = new Map();
  const columns = sheet.columns.flatMap(({ id, type }, i) =>
    id === undefined ? [] : [{ id, type, place: places[i] as ColumnPlace }],
  );
  for (const [position, { formula, type }] of sheet.columns.entries()) {
    if (formula === undefined) continue;
    const ast = parseFormula(formula);
    const referenced = new Set(referencedColumns(ast));
    const inputs = columns.filter(({ id }) => referenced.has(id));
    // Without an input, perhaps hidden from the reader, the error is unknown.
    if (inputs.length < referenced.size) continue;
    const evaluate = compileFormula(ast, inputs, type);
    const result = await connection.stream(emptyCells(places[position] as ColumnPlace, inputs));
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

/** The inputs of a formula in the rows where its own cell is empty. */
function emptyCells(own: ColumnPlace, inputs: readonly { id: string; place: ColumnPlace }[]): string {
  const files = [...new Set([own, ...inputs.map(({ place }) => place)].map(({ file }) => file))];
  const cellOf = ({ file, physical }: ColumnPlace) => `f${files.indexOf(file)}.${identifier(physical)}`;
  const sources = files.map((file, i) => `read_parquet(${literal(file)}, file_row_number = true) f${i}`);
  const joined = sources.map((source, i) => (i === 0 ? source : `join ${source} using (file_row_number)`));
  const cells = inputs.map(({ id, place }) => `${cellOf(place)} as ${identifier(id)}`);
  return `select ${[...cells, `f0.file_row_number as ${ROW}`].join(', ')} from ${joined.join(' ')}
    where ${cellOf(own)} is null`;
}
