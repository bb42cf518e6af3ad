import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { derivedColumns } from '../../../core/derived-columns.js';
import { literal } from '../../../core/sql-text.js';
import { inSlices } from '../../../core/time-slices.js';
import { uniqueColumnNames } from '../../../engine/encode/column-names.js';
import { retryingLostFiles } from '../../retry-lost-files.js';
import { requireSize } from '../../store-result-file.js';
import { storeSegment } from '../../store-segment.js';
import { storesOf } from '../../stores.js';
import type { TableValues } from '../../transforms/table-values.js';
import type { TransformPlan } from '../../transforms/transform-plan.js';
import type { WorkbookData } from '../../workbook-data.js';
import { cellsToCarry, overridesToCarry, withComputed } from '../../writing/carry-overrides.js';
import type { ComputedTable } from '../../writing/write-run.js';
import { lineageOfAnything } from './lineage-of.js';
import { outputColumns } from './output-columns.js';

/** Writes a table that was computed outside the engine to a segment, like that of any other run. */
export const computeValues = retryingLostFiles(
  async (data: WorkbookData, plan: TransformPlan, table: TableValues): Promise<ComputedTable> => {
    const stores = storesOf(data);
    const { catalog, engine, queryTimeoutMs } = stores;
    const { spec, inputs } = plan;
    const names = uniqueColumnNames(table.columns.map(({ name }) => name));
    const types = table.columns.map(({ type = 'VARCHAR' as ColumnType }) => type);
    const derived = derivedColumns(names.map((name, i) => ({ name, type: types[i] as ColumnType })));
    const columns = await outputColumns(catalog.db, spec, derived);
    const carried = await overridesToCarry(catalog.db, spec.outputTableId, columns.columns);
    const whole = { ...plan, ...columns, lineage: lineageOfAnything(columns.stored, inputs) };
    const { outDir } = engine;
    const [rowsPath, path] = [
      join(outDir, `${randomUUID()}.ndjson`),
      join(outDir, `${randomUUID()}.parquet`),
    ];
    try {
      await mkdir(outDir, { recursive: true });
      await pipeline(inSlices(jsonLines(table)), createWriteStream(rowsPath));
      const { rowCount, computedRows = '[]' } = await engine.read({
        workbookId: spec.workbookId,
        relations: [],
        sql: selectRows(rowsPath, names.length),
        output: {
          kind: 'segment',
          path,
          columns: columns.stored,
          key: columns.key,
          salt: spec.rowSalt,
          overrides: cellsToCarry(carried),
          byRowId: true,
        },
        deadlineMs: queryTimeoutMs,
      });
      await requireSize(path);
      const segment = await storeSegment(stores, spec.workbookId, path);
      return { plan: whole, segment, rowCount, overrides: withComputed(carried, computedRows) };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await rm(rowsPath, { force: true });
    }
  },
);

/** Every cell as text, which is cast to the type of its column when the segment is written. */
function selectRows(path: string, width: number): string {
  const cells = Array.from({ length: width }, (_, i) => `cells[${i + 1}] as k${i}`).join(', ');
  return `select ${cells} from read_json(${literal(path)}, format = 'newline_delimited', records = false,
    columns = {cells: 'VARCHAR[]'})`;
}

const ROWS_PER_CHUNK = 2000;

/** One JSON array per row; in chunks, between which others are served. */
function* jsonLines({ values }: TableValues): Generator<string> {
  const rowCount = values[0]?.length ?? 0;
  for (let start = 0; start < rowCount; start += ROWS_PER_CHUNK) {
    const end = Math.min(start + ROWS_PER_CHUNK, rowCount);
    let text = '';
    for (let row = start; row < end; row++)
      text += `${JSON.stringify(values.map((column) => column[row]))}\n`;
    yield text;
  }
}
