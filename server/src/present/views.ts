import type { TableView } from '../features/views/views.js';

export function viewBody(view: TableView) {
  const { record, table, filter, isFilterWithheld, orderBy, columns, groupBy } = view;
  return {
    id: record.id,
    name: record.name,
    table: table.record.name,
    filter: filter as Record<string, unknown> | null,
    filter_withheld: isFilterWithheld,
    order_by: orderBy.map(({ column, descending }) => `${descending ? '-' : ''}${column.name}`),
    columns: columns.map(({ column, width, isHidden, isFrozen, format }) => ({
      name: column.name,
      width,
      hidden: isHidden,
      frozen: isFrozen,
      format,
    })),
    group_by: groupBy.map(({ name }) => name),
    owner: record.owner_id,
    shared: record.is_shared === 1,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}
