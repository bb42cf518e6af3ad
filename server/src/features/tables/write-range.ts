import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { CommitOptions } from '../../catalog/change.js';
import { rangeRows, writtenRange } from '../../core/a1-write.js';
import { parseRange } from '../../core/cell-ranges.js';
import { mapInSlices } from '../../core/time-slices.js';
import { rowIdsInRange } from '../../workbook/reading/cells-in-range.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { upsertRows } from './upsert-rows.js';
import type { UpsertedRows } from './upserted-rows.js';

interface WriteRangeInput {
  range: string;
  values: unknown[][];
  expectedVersion: number | null;
  actor?: string | null | undefined;
  dryRun?: boolean | undefined;
}

/** Writes cells by their address, as if the table were a sheet; inserts rows below the last one. */
export async function writeRange(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
  input: WriteRangeInput,
  commit: CommitOptions,
): Promise<UpsertedRows> {
  const table = await service.data.as(caller).table(workbookId, name);
  const written = writtenRange(parseRange(input.range), input.values);
  const rowIds = await rowIdsInRange(service.data, table, written);
  const place = { columns: table.columns, rowCount: table.rowCount, rowIds };
  const rows = await mapInSlices(rangeRows(written, input.values, place), ({ rowId, cells }) =>
    rowId === undefined ? cells : { ...cells, [ROW_ID]: rowId },
  );
  return await upsertRows(
    service,
    caller,
    { workbookId, table: table.record.id },
    {
      rows,
      // An address names a row only in the version in which it was looked up.
      expectedVersion: input.expectedVersion ?? table.version,
      actor: input.actor,
      dryRun: input.dryRun,
    },
    commit,
  );
}
