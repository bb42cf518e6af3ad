import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { columnLetters } from '@workbook-data-service/sheets/addresses';
import type { CellValue } from '@workbook-data-service/sheets/values';
import type { BaseColumn } from '../src/core/base-column.js';
import { identifier, literal } from '../src/core/sql-text.js';
import type { ReturnedTable } from '../src/workbook/files/returned-file.js';

export interface RowOfFile {
  id: number | null;
  cells: CellValue[];
}

/** A table of a returned file as its reader gives it. */
export async function returnedTable(
  directory: string,
  tableId: string,
  columns: readonly BaseColumn[],
  rows: readonly RowOfFile[],
): Promise<ReturnedTable> {
  const path = join(directory, `${crypto.randomUUID()}.parquet`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const definitions = columns.map(({ id, type }) => `, ${identifier(id)} ${type}`);
  await connection.run(`create table file (position bigint, row_id bigint ${definitions.join('')})`);
  for (let start = 0; start < rows.length; start += 500) {
    const values = rows.slice(start, start + 500).map(({ id, cells }, i) => {
      const texts = cells.map((cell, c) => sqlOf(cell, columns[c]?.type ?? 'VARCHAR'));
      return `(${[start + i + 2, id ?? 'null', ...texts].join(', ')})`;
    });
    await connection.run(`insert into file values ${values.join(', ')}`);
  }
  await connection.run(`copy file to ${literal(path)} (format parquet)`);
  connection.closeSync();
  instance.closeSync();
  return {
    tableId,
    sheet: 'sheet',
    path,
    columns: columns.map(({ id, name, type }, i) => ({
      id: /^c\d+$/.test(id) ? id : null,
      key: id,
      header: name,
      name,
      type,
      letter: columnLetters(i),
      wasRenamed: false,
      unread: null,
    })),
    rowIdLetter: columnLetters(columns.length),
    unwritten: [],
    missing: [],
    rows: rows.length,
    readings: [],
    skipped: { count: 0, cells: [] },
    warnings: [],
  };
}

function sqlOf(cell: CellValue, type: string): string {
  if (cell === null) return 'null';
  const text = type === 'JSON' ? JSON.stringify(cell) : String(cell);
  return `cast(${literal(text)} as ${type})`;
}
