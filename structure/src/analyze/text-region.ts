import type { RegionSpec } from '../parse-spec.js';

type Text = Pick<RegionSpec, 'id' | 'kind' | 'name' | 'range'> &
  Partial<Pick<RegionSpec, 'confidence' | 'reasons'>>;

/** A title or note: it has no header, rows or columns of its own. */
export function textRegion({ id, kind, name, range, confidence = 1, reasons = [] }: Text): RegionSpec {
  return {
    id,
    kind,
    name,
    range,
    headerRows: [],
    headerColumns: 0,
    rowRoles: { group: [], derived: [] },
    columns: [],
    layout: 'flat',
    steps: [],
    confidence,
    reasons,
  };
}
