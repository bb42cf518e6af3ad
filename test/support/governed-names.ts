import { call, get, type Probe, patch, post, put, remove } from './governed-probes.js';
import type { World } from './governed-world.js';

const expected_version = null;

/** Every request that can name a column, with this name in it. */
export function requestsNaming(name: string, { workbook, subjects: { base, derived } }: World): Probe[] {
  const { at } = base;
  const workbook_id = workbook.split('/').at(-1);
  const filter = (op: string) => encodeURIComponent(JSON.stringify({ column: name, op, value: 'x' }));
  const transform = { name: 'new', kind: 'sql', args: { t: 'staff' }, output: 'new' };
  const plan = (more: object) => post(`${workbook}/transforms?dry_run=true`, { ...transform, ...more });
  const upsert = (rows: object[], more: object = {}) =>
    post(`${at}/rows/upsert?dry_run=true`, { rows, expected_version, ...more });
  return [
    get(`${at}/rows?columns=${name}`),
    get(`${at}/rows?columns=Name,${name}`),
    get(`${at}/rows?order_by=${name}`),
    get(`${at}/rows?order_by=-${name},Name`),
    get(`${at}/rows?filter=${filter('eq')}`),
    get(`${at}/rows?filter=${filter('gt')}&format=arrow`),
    get(`${at}/rows?as_of=1&columns=${name}`),
    get(`/odata/${workbook_id}/staff?$select=${name}`),
    get(`/odata/${workbook_id}/staff?$orderby=${name}`),
    get(`/odata/${workbook_id}/staff?$filter=${name}%20eq%20null`),
    get(`/odata/${workbook_id}/staff(1)/${name}`),
    get(`${at}/summary?columns=${name}`),
    get(`${at}/summary?group_by=${name}`),
    post(`${workbook}/query`, { sql: `select "${name}" from staff` }),
    post(`${workbook}/query`, { sql: `select s."${name}" from staff s where s."${name}" is null` }),
    post(`${workbook}/query`, { sql: `select * exclude ("${name}") from staff` }),
    post(`${workbook}/query`, { sql: `select "${name}" as a from (select * from derived) d` }),
    post(`${workbook}/query/validate`, { sql: `select "${name}" from staff` }),
    post(`${workbook}/query/validate`, { sql: `select * replace (1 as "${name}") from staff` }),
    plan({ code: `select "${name}" from {{ t }}` }),
    plan({ code: 'select "Name" from {{ t }}', key: [name] }),
    upsert([{ [name]: 1 }]),
    upsert([{ __svc_row_id: 1, [name]: null }]),
    upsert([{ Name: 'Ann', [name]: 'much' }], { match_on: ['Name'] }),
    upsert([{ Name: 'Ann' }], { match_on: [name] }),
    post(`${at}/columns?dry_run=true`, { column: name, expected_version }),
    patch(`${at}/columns/${name}?dry_run=true`, { new_name: 'other', expected_version }),
    patch(`${at}/columns/${name}?dry_run=true`, { type: 'BIGINT', expected_version }),
    patch(`${at}/columns/Name?dry_run=true`, { new_name: name, expected_version }),
    remove(`${at}/columns/${name}?dry_run=true&expected_version=null`),
    put(`${at}/columns/${name}/description?dry_run=true`, { description: 'x' }),
    put(`${at}/formulas?dry_run=true`, { column: name, formula: '=1', expected_version }),
    put(`${at}/formulas?dry_run=true`, { column: 'new', formula: `=[${name}]`, expected_version }),
    put(`${at}/formulas?dry_run=true`, { column: 'Team', formula: `=[${name}]`, expected_version }),
    ...[
      { columns: [{ name }] },
      { filter: { column: name, op: 'is_null' } },
      { order_by: [`-${name}`] },
      { group_by: [name] },
    ].map((view) => patch(`${at}/views/wide`, view)),
    post(`${at}/annotations?dry_run=true`, { annotations: [{ column: name, note: 'x' }] }),
    post(`${at}/annotations?dry_run=true`, { annotations: [{ row_id: 1, column: name, note: 'x' }] }),
    post(`${workbook}/presence`, { session: 'p', table: 'staff', row_id: 1, column: name }),
    get(`${at}/comments?column=${name}`),
    post(`${at}/comments`, { text: 'x', target: { row_id: 1, column: name } }),
    post(`${at}/annotations/delete?dry_run=true`, { targets: [{ column: name }] }),
    post(`${at}/sync-bindings`, {
      actor: 'test',
      external_kind: 'microsoft',
      external_ref: 'names',
      ownership_map: { [name]: 'x', none: 'y' },
    }),
    ...[
      { columns: [name] },
      { filter: { column: name, op: 'gt', value: 1 } },
      { order_by: [`-${name}`] },
      { totals: [{ column: name, fn: 'sum' }] },
    ].map((view) =>
      put(`${workbook}/sheets/new`, { spec: { blocks: [{ kind: 'table_view', table: 'staff', ...view }] } }),
    ),
    post(`${at}/columns/${name}/tags`, { tag: 'x' }),
    remove(`${at}/columns/${name}/tags/pay`),
    post(`${derived.at}/overrides/drop?dry_run=true`, {
      cells: [{ row_id: derived.row, column: name }],
      expected_version,
    }),
    post(`${derived.at}/rows/upsert?dry_run=true`, {
      rows: [{ __svc_row_id: derived.row, [name]: 1 }],
      expected_version,
    }),
    get(`/api/v1/search?q=${name}`),
    call('query', { workbook_id, sql: `select "${name}" from staff` }),
    call('validate_query', { workbook_id, sql: `select "${name}" from staff` }),
    call('read_rows', { workbook_id, table: 'staff', columns: [name] }),
    call('read_rows', { workbook_id, table: 'staff', order_by: [name] }),
    call('read_rows', { workbook_id, table: 'staff', filter: { column: name, op: 'is_null' } }),
    call('upsert_rows', {
      workbook_id,
      table: 'staff',
      rows: [{ [name]: 1 }],
      expected_version,
      dry_run: true,
    }),
    call('search', { text: name }),
    call('create_chart', { workbook_id, name: 'new', chart_type: 'pie', table: 'staff', x: name }),
    call('create_chart', {
      workbook_id,
      name: 'new',
      chart_type: 'bar',
      table: 'staff',
      x: 'Name',
      filter: { column: name, op: 'is_null' },
    }),
  ];
}
