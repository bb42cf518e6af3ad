import { formatRange } from '../../core/a1.js';
import type { RangeView } from '../../features/tables/read-range.js';
import { type Answer, ok, spliceJson } from '../answer.js';
import { versionTag } from './tables.js';
import { warningsBody } from './warnings.js';

export function rangeAnswer({ table, range, values, rowIds }: RangeView): Answer {
  const rest = {
    range: formatRange(range),
    edit_version: table.version,
    row_ids: rowIds,
    ...warningsBody(table),
  };
  return ok(spliceJson('values', values, rest), { etag: versionTag(table, table.columns) });
}
