import type { ColumnSpec, RegionSpec } from '../parse-spec.js';

/** The region with its periods as columns, as they are in the sheet. */
export function withoutPeriods(region: RegionSpec): RegionSpec {
  return {
    ...region,
    layout: 'flat',
    steps: region.steps.filter(({ operator }) => operator === 'ffill'),
    columns: region.columns.map(asValue),
  };
}

function asValue({ period, measure, ...column }: ColumnSpec): ColumnSpec {
  return period === undefined ? column : { ...column, role: 'value' };
}
