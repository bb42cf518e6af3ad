import { formatFormula } from '@workbook-data-service/sheets/formula';
import type { TableRecord } from '../catalog/tables.js';
import { parseFormula } from '../core/formulas.js';
import type { TableDetails } from '../features/tables/get-table.js';
import type { RowsView } from '../features/tables/read-rows.js';
import type { StaleCause } from '../features/tables/stale-causes.js';
import type { GovernedColumn, GovernedTable, ReadableTable } from '../workbook/governance/governed-tables.js';
import type { PageBody } from '../workbook/reading/take-page.js';
import { ok, spliceJson } from './answer.js';
import { shownCell } from './overrides.js';
import { pageBytes } from './pages.js';
import { warningsBody, warningsHeader } from './warnings.js';

/** Base tables are never stale. */
export function freshnessBody({ stale_since }: Pick<TableRecord, 'stale_since'>) {
  return { stale: stale_since !== null, stale_since };
}

export function artifactBody(table: GovernedTable) {
  return {
    ...artifactRowBody(table.record),
    row_count: table.rowCount,
    schema: table.columns.map(({ name, type }) => ({ name, type })),
  };
}

/** Without columns, for answers that do not depend on what the caller may see. */
export function artifactRowBody(row: TableRecord) {
  return {
    id: row.id,
    name: row.name,
    type: 'table',
    layer: row.kind,
    description: row.description,
    row_count: row.row_count,
    schema: null,
    state: row.state,
    table_name: row.name,
    updated_at: row.updated_at,
    workbook_id: row.workbook_id,
    edit_version: row.edit_version,
    source_id: row.source_id,
    freshness: freshnessBody(row),
  };
}

export function tableDetailsBody({ table, causes, order }: TableDetails) {
  return { ...tableBody(table, causes), order_by: order };
}

export function tableBody(table: GovernedTable, causes: StaleCause[] = []) {
  const because = causes.map(({ reason, table: input, readVersion, version }) => ({
    reason,
    table: input,
    read_version: readVersion,
    edit_version: version,
  }));
  return {
    ...artifactBody(table),
    columns: columnBodies(table.columns),
    freshness: { ...freshnessBody(table.record), because },
    masked_columns: maskedNames(table.columns),
    ...warningsBody(table),
  };
}

function columnBodies(columns: GovernedColumn[]) {
  return columns.map(({ name, type, masked, originalName, description, formula }) => ({
    column: name,
    name,
    type,
    masked,
    original_name: originalName,
    description,
    formula: formula === undefined ? null : formulaText(formula, columns),
  }));
}

/** With current column names; a column that the caller may not see appears as a lost reference. */
function formulaText(formula: string, columns: GovernedColumn[]): string {
  return formatFormula(parseFormula(formula), (id) => columns.find((column) => column.id === id)?.name);
}

type TableColumns = Pick<GovernedTable, 'version' | 'columns'> & { record: Pick<TableRecord, 'name'> };

export function columnsBody({ record, version, columns }: TableColumns) {
  return {
    name: record.name,
    table_name: record.name,
    edit_version: version,
    columns: columnBodies(columns),
  };
}

export function schemaAnswer(table: ReadableTable, sample: PageBody) {
  return ok(
    spliceJson('sample', sample, {
      ...columnsBody(table),
      row_count: table.rowCount,
      ...warningsBody(table),
    }),
  );
}

export function rowsAnswer(view: RowsView) {
  const { table, columns, nextColumnsAfter, nextCursor, cutBy, total, page, format, overridden } = view;
  const etag = { etag: versionTag(table, columns) };
  const masked = maskedNames(columns);
  if (format === 'json') {
    const rest = {
      edit_version: table.version,
      columns: columnBodies(columns),
      next_columns_after: nextColumnsAfter,
      next_cursor: nextCursor,
      truncated_by: cutBy,
      total,
      masked_columns: masked,
      ...warningsBody(table),
      freshness: freshnessBody(table.record),
      overridden_cells: overridden.map(({ row, column }) => ({
        row_id: row.row_id,
        column: column.name,
        computed: shownCell(row.computed, column.type),
      })),
    };
    return ok(spliceJson('rows', page, rest), etag);
  }
  return pageBytes(page, format, {
    ...etag,
    'x-svc-edit-version': String(table.version),
    'x-svc-total': String(total),
    'x-svc-masked-columns': masked.map(encodeURIComponent).join(','),
    ...(nextColumnsAfter && { 'x-svc-next-columns-after': encodeURIComponent(nextColumnsAfter) }),
    ...(nextCursor && { 'x-svc-next-cursor': nextCursor }),
    ...(cutBy && { 'x-svc-truncated-by': cutBy }),
    ...warningsHeader([table]),
  });
}

/**
 * The version as an ETag: a strong one if the version alone determines the answer, so that a client can reuse
 * its copy; a weak one if rules, descriptions or staleness may change the answer without a new version.
 */
export function versionTag({ record, version, denied }: GovernedTable, columns: GovernedColumn[]): string {
  const isAll = denied.length === 0 && columns.every(({ masked, description }) => !masked && !description);
  return `${record.kind === 'base' && isAll ? '' : 'W/'}"${version}"`;
}

function maskedNames(columns: GovernedColumn[]): string[] {
  return columns.filter((column) => column.masked).map((column) => column.name);
}
