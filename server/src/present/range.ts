import { formatRange } from '@workbook-data-service/sheets/addresses';
import type { RangeView } from '../features/tables/read-range.js';
import { aroundPage, ok } from './answer.js';
import { versionTag } from './tables.js';
import { warningsBody } from './warnings.js';

export function rangeAnswer({ table, range, before, rows, after, rowIds }: RangeView) {
  const rest = {
    range: formatRange(range),
    edit_version: table.version,
    row_ids: rowIds,
    ...warningsBody(table),
  };
  const body = aroundPage<typeof rest & { values: unknown[][] }>(
    `${JSON.stringify(rest).slice(0, -1)},"values":[${before}`,
    rows,
    `${after}]}`,
  );
  return ok(body, { etag: versionTag(table, table.columns) });
}
