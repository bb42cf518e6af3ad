import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(new URL('../../server/package.json', import.meta.url));
const { DuckDBInstance } = require('@duckdb/node-api');

/**
 * A connection to DuckDB in this process, with the uploaded `sales` as a table under its own column names.
 */
export async function salesInProcess(service, api, workbook) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const columns = await namedColumns(api, workbook);
  const segment = await segmentPath(service.dataDir);
  await connection.run(`create table sales as select ${columns} from read_parquet('${segment}')`);
  return connection;
}

async function namedColumns(api, workbook) {
  const { columns } = await api('GET', `${workbook}/tables/sales/columns`);
  return [...columns.map(({ name }, i) => `c${i + 1} as "${name}"`), '__svc_row_id'].join(', ');
}

/** The largest Parquet file among the blobs; the largest of all is the uploaded csv. */
async function segmentPath(dataDir) {
  const root = join(dataDir, 'blobs');
  const files = [];
  for (const name of await readdir(root, { recursive: true })) {
    const path = join(root, name);
    const info = await stat(path);
    if (info.isFile()) files.push({ path, size: info.size });
  }
  for (const { path } of files.sort((a, b) => b.size - a.size)) {
    const magic = await (await openAsBlob(path)).slice(0, 4).text();
    if (magic === 'PAR1') return path;
  }
  throw new Error('no segment found');
}
