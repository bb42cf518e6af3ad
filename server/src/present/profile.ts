import type { TableProfile } from '../features/tables/profile-table.js';
import type { ColumnProfile } from '../workbook/reading/profile-columns.js';
import { warningsBody } from './warnings.js';

export function profileBody({ table, columns }: TableProfile) {
  return {
    name: table.record.name,
    edit_version: table.version,
    row_count: table.rowCount,
    columns: columns.map(columnProfileBody),
    ...warningsBody(table),
  };
}

function columnProfileBody({ column, figures }: ColumnProfile) {
  const { name, type, masked } = column;
  if (!figures) return { name, type, masked };
  return {
    name,
    type,
    masked,
    nulls: figures.nulls,
    distinct: figures.distinct,
    distinct_approximate: figures.distinctApproximate,
    min: figures.min,
    max: figures.max,
    mean: figures.mean,
    standard_deviation: figures.standardDeviation,
    quantiles: figures.quantiles,
    quantiles_approximate: figures.quantilesApproximate,
    top_values: figures.topValues,
    histogram: figures.histogram,
  };
}
