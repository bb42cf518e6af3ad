import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { literal } from '../src/core/sql-text.js';
import { exportXlsx } from '../src/file-workers/export-xlsx.js';

/** Values at the edges of every type, as the engine reads them. */
const values: [ColumnType, string[]][] = [
  ['VARCHAR', ['', '007', '1e5', "'quoted", ' spaced ', 'TRUE', '1152921504606846976', '2026-01-31']],
  [
    'BIGINT',
    [
      '4111111111111111',
      '9007199254740991',
      '-9223372036854775808',
      '9223372036854775807',
      '1234567890123456789',
      '1152921504606846976',
      '1234567890123457000',
      '1000000000000000000',
      '-999999999999999',
    ],
  ],
  ['INTEGER', ['2147483647', '-2147483648', '0']],
  [
    'DECIMAL(38,2)',
    ['1000000000000001', '9007199254740994', '999999999999999999999999999999999999.99', '-0.01', '1e35'],
  ],
  ['DECIMAL(15,2)', ['9999999999999.99', '-0.01', '0.1']],
  ['DECIMAL(38,20)', ['0.12345678901234567891', '0.00000000000000000001', '0.1', '-2']],
  [
    'DOUBLE',
    [
      '1.7976931348623157e308',
      '-1.7976931348623157e308',
      '1.797e308',
      '5e-324',
      '0.1',
      '0.30000000000000004',
    ],
  ],
  ['BOOLEAN', ['true', 'false']],
  ['DATE', ['0001-01-01', '1899-12-31', '1900-02-28', '1900-03-01', '9999-12-31']],
  ['TIME', ['00:00:00', '23:59:59.999999', '23:59:59.999', '12:00:00.0004', '00:00:00.000001']],
  [
    'TIMESTAMP',
    [
      '0001-01-01 00:00:00.000001',
      '1900-02-28 23:59:59.999999',
      '1900-03-01 00:00:00',
      '9999-12-31 23:59:59.999999',
      '2024-02-29 23:59:59.999999',
      '1969-12-31 23:59:59.9999',
    ],
  ],
  [
    'TIMESTAMPTZ',
    ['0001-01-01 00:00:00.000001+00', '9999-12-31 23:59:59.999999+00', '2024-02-29 12:00:00+00'],
  ],
  ['JSON', ['{"a": [1, 0.1, 1e300]}', '"1152921504606846976"', '9007199254740991', 'true']],
];

export const extremeColumns = values.map(([type], i) => ({
  id: `c${i + 1}`,
  name: type.toLowerCase(),
  type,
}));
export const extremeTable = { tableId: 'art_1', name: 'extremes', columns: extremeColumns };

/** Writes the values as a Parquet file and as an export that is a branch. */
export async function writeExtremes(directory: string): Promise<{ parquet: string; xlsx: string }> {
  const [parquet, xlsx] = [join(directory, 'extremes.parquet'), join(directory, 'exported.xlsx')];
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run("set timezone = 'UTC'");
  const types = extremeColumns.map(({ id, type }) => `${id} ${type}`);
  await connection.run(`create table extremes (${types.join(', ')}, row_id bigint)`);
  const rowCount = Math.max(...values.map(([, list]) => list.length));
  for (let row = 0; row < rowCount; row++) {
    const cells = values.map(([, list]) => list.slice(row, row + 1).map(literal)[0] ?? 'null');
    await connection.run(`insert into extremes values (${[...cells, row + 1].join(', ')})`);
  }
  await connection.run(`copy extremes to ${literal(parquet)}`);
  connection.closeSync();
  const columns = [...extremeColumns, { name: '__svc_row_id', type: 'BIGINT' as const }];
  const sheet = { name: extremeTable.name, tableId: extremeTable.tableId, columns, parquetPaths: [parquet] };
  await exportXlsx({ sheets: [sheet], outPath: xlsx, branchId: 'br_0123456789abcdef' });
  return { parquet, xlsx };
}
