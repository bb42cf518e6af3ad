import { Type } from '@sinclair/typebox';
import { ArtifactSummary } from '@workbook-data-service/contract/tables';
import { artifactBody } from '../present/tables.js';
import type { GovernedTable } from '../workbook/governance/governed-tables.js';
import { shortened } from './shorten.js';

export const LISTED_COLUMNS = 20;

const listedColumns = { column_count: Type.Integer(), columns: Type.Array(Type.String()) };

/** A table in a list of a workbook. */
export const ListedTable = Type.Composite([
  Type.Pick(ArtifactSummary, ['name', 'description', 'layer', 'state', 'row_count', 'updated_at']),
  Type.Object({
    stale: Type.Boolean({ description: 'Derived, and what it is computed from has changed since' }),
    ...listedColumns,
  }),
]);

/** A table in a list of several workbooks. */
export const FoundTable = Type.Composite([
  Type.Pick(ArtifactSummary, ['workbook_id', 'name', 'description', 'row_count']),
  Type.Object(listedColumns),
]);

export function listedTable(table: GovernedTable) {
  const { layer, state, updated_at, freshness } = artifactBody(table);
  const { workbook_id: _, ...found } = foundTable(table);
  return { ...found, layer, state, updated_at, stale: freshness.stale };
}

export function foundTable(table: GovernedTable) {
  const { workbook_id, name, description, row_count } = artifactBody(table);
  return {
    workbook_id,
    name,
    description: shortened(description),
    row_count,
    column_count: table.columns.length,
    columns: table.columns.slice(0, LISTED_COLUMNS).map((column) => column.name),
  };
}
