import { tooComplex } from '../core/file-error.js';
import { CellKind, type GridColumn, plainStyle } from '../grid/grid.js';
import { noFormulas } from '../grid/grid-builder.js';
import { chooseDialect } from './choose-dialect.js';
import { decodeText } from './decode-text.js';
import { limits } from './limits.js';
import { type DelimitedCells, parseDelimited } from './parse-delimited.js';
import { type FileFormat, nothingAround, type SpreadsheetFile } from './spreadsheet-file.js';

/** Reads csv and tsv: one sheet, named after the file, whose cells are all text. */
export function readDelimited(
  bytes: Buffer,
  filename: string,
  format: FileFormat | undefined,
): SpreadsheetFile {
  const { text, encoding } = decodeText(bytes);
  const { delimiter, quote, start } = chooseDialect(text, format === 'tsv' ? '\t' : ',');
  const cells = parseDelimited(text, { delimiter, quote }, { start });
  const dialect = { encoding, delimiter, quote };
  return {
    format: delimiter === '\t' ? 'tsv' : 'csv',
    dialect,
    definedNames: [],
    sheets: [
      {
        name: sheetName(filename),
        ...nothingAround,
        ...gridOf(cells),
        texts: cells,
        hasEmptyText: (row, column) => cells.isEmptyText(row, column, quote),
        styles: [plainStyle],
        dateSystem: '1900',
      },
    ],
  };
}

/** Whether a file without a known extension is a table in text: several rows, split alike. */
export function looksDelimited(bytes: Buffer): boolean {
  try {
    const { text } = decodeText(bytes);
    const { agreement, rows } = chooseDialect(text, ',');
    return rows >= 2 && agreement >= 0.9 && !/^\s*</.test(text);
  } catch {
    return false;
  }
}

function sheetName(filename: string): string {
  const base = filename.replace(/^.*[/\\]/, '');
  return base.replace(/\.[^.]*$/, '') || base || 'Sheet1';
}

function gridOf(cells: DelimitedCells): { rowCount: number; columns: (GridColumn | null)[] } {
  const spans = columnSpans(cells);
  const columns = Array.from(spans, (span) => span && emptyColumn(span.first, span.last));
  let rowCount = 0;
  for (let row = 0; row < cells.rowCount; row++) {
    const start = cells.rowStart(row);
    const end = cells.rowStart(row + 1);
    for (let index = start; index < end; index++) {
      if (cells.isEmpty(index)) continue;
      const column = columns[index - start];
      if (!column) continue;
      column.kinds[row - column.firstRow] = CellKind.text;
      column.values[row - column.firstRow] = index;
      rowCount = row + 1;
    }
  }
  return { rowCount, columns };
}

interface Span {
  first: number;
  last: number;
}

function columnSpans(cells: DelimitedCells): (Span | null)[] {
  const spans: (Span | null)[] = [];
  for (let row = 0; row < cells.rowCount; row++) {
    const start = cells.rowStart(row);
    const end = cells.rowStart(row + 1);
    for (let index = start; index < end; index++) {
      if (cells.isEmpty(index)) continue;
      const span = spans[index - start];
      if (span) span.last = row;
      else spans[index - start] = { first: row, last: row };
    }
  }
  const dense = Array.from(spans, (span) => span ?? null);
  const slots = dense.reduce((sum, span) => sum + (span ? span.last - span.first + 1 : 0), 0);
  if (dense.length > limits.columns || slots > limits.textCells) {
    throw tooComplex('file-wide-row', { cells: dense.length });
  }
  return dense;
}

function emptyColumn(firstRow: number, lastRow: number): GridColumn {
  const length = lastRow - firstRow + 1;
  return {
    firstRow,
    kinds: new Uint8Array(length),
    values: new Float64Array(length),
    styles: null,
    formulas: noFormulas,
  };
}
