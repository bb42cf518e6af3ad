import { SECRET } from './canaries.js';
import {
  byOwner,
  call,
  type Door,
  names,
  nothing,
  ofTable,
  ofWorkbook,
  workbookIdOf,
  writing,
} from './governed-probes.js';
import type { World } from './governed-world.js';

const dryRunOn = (world: World) => ({
  workbook_id: workbookIdOf(world),
  expected_version: null,
  dry_run: true,
});

/** The tools of agents that read and change the rows of tables, and their history. */
export const tableTools: Record<string, Door> = {
  'mcp search': ofWorkbook('names', (_, { subjects }) => [
    call('search', { text: 'staff' }),
    call('search', { text: subjects.base.word }),
    nothing(call('search', { text: SECRET })),
  ]),
  'mcp profile_table': ofTable('values', ({ table }, world) => [
    call('profile_table', { workbook_id: workbookIdOf(world), table }),
  ]),
  'mcp validate_query': ofTable('names', ({ table, word }, world) => {
    const check = (sql: string) => call('validate_query', { workbook_id: workbookIdOf(world), sql });
    return [check(`select * from "${table}"`), check(`select "${word}e" from "${table}"`)];
  }),
  'mcp read_rows': ofTable('values', ({ table, word, pay }, world) => {
    const read = (more: object) => call('read_rows', { workbook_id: workbookIdOf(world), table, ...more });
    return [
      read({}),
      read({ as_of: 'pinned' }),
      read({ columns: [word], order_by: [`-${pay}`], limit: 1 }),
      read({ filter: { column: word, op: 'contains', value: SECRET } }),
      names(read({ order_by: [`${pay}x`] })),
    ];
  }),
  'mcp trace_row': ofTable('values', ({ table, row }, world) => [
    call('trace_row', { workbook_id: workbookIdOf(world), table, row_id: row }),
  ]),
  'mcp row_history': ofTable('values', ({ table, row }, world) => [
    call('row_history', { workbook_id: workbookIdOf(world), table, row_id: row }),
  ]),
  'mcp change_columns': ofTable('names', ({ table, word, pay }, world) => {
    const change = (input: object) => call('change_columns', { ...dryRunOn(world), table, ...input });
    return [
      change({ action: 'rename', column: word, new_name: 'other' }),
      change({ action: 'retype', column: pay, type: 'VARCHAR' }),
      change({ action: 'drop', column: word }),
      change({ action: 'describe', column: pay, description: 'x' }),
    ].map(writing);
  }),
  'mcp change_table': ofTable('nothing', ({ table }, world) => [
    call('change_table', { ...dryRunOn(world), table, action: 'archive' }),
    call('change_table', { ...dryRunOn(world), table, action: 'rename', name: 'elsewhere' }),
  ]),
  'mcp upsert_rows': ofTable('names', ({ table, word, pay, row }, world) => {
    const write = (cells: object, more: object = {}) =>
      call('upsert_rows', { ...dryRunOn(world), table, rows: [cells], ...more });
    return [
      // The version conflict lists what has changed since.
      write({ __svc_row_id: row }, { expected_version: 1 }),
      writing(nothing(write({ __svc_row_id: row, [word]: 'x', [pay]: 1 }))),
      writing(nothing(write({ [word]: `${SECRET} two` }, { match_on: [word] }))),
    ];
  }),
  'mcp delete_rows': ofTable('nothing', ({ table, row }, world) => [
    call('delete_rows', { ...dryRunOn(world), table, row_ids: [row] }),
  ]),
  'mcp list_ops': ofWorkbook('nothing', (_, world) => [
    call('list_ops', { workbook_id: workbookIdOf(world), limit: 100 }),
  ]),
  'mcp undo': ofWorkbook('nothing', (_, world) =>
    [world.edit, world.override].map((op_id) =>
      writing(call('undo', { workbook_id: workbookIdOf(world), op_id, dry_run: true })),
    ),
  ),
  'mcp list_versions': ofWorkbook('nothing', (_, world) => [
    call('list_versions', { workbook_id: workbookIdOf(world) }),
  ]),
  'mcp create_version': ofWorkbook('nothing', (_, world) => [
    call('create_version', { workbook_id: workbookIdOf(world), label: 'pinned' }),
  ]),
  'mcp restore_version': ofWorkbook('nothing', (_, world) => [
    byOwner(call('restore_version', { workbook_id: workbookIdOf(world), version: 'pinned', dry_run: true })),
  ]),
  'mcp diff_versions': ofWorkbook('values', (_, world) => {
    const compare = (versions: object) =>
      call('diff_versions', { workbook_id: workbookIdOf(world), ...versions });
    return [
      compare({ from: 'pinned' }),
      compare({ from: world.pinned, against: 'current' }),
      nothing(compare({ from: 'pinned', against: 'pinned' })),
    ];
  }),
  'mcp list_conflicts': ofWorkbook('values', (_, world) => [
    call('list_conflicts', { workbook_id: workbookIdOf(world) }),
  ]),
  'mcp list_comments': ofTable('values', ({ table }, world) => [
    call('list_comments', { workbook_id: workbookIdOf(world), table }),
  ]),
  'mcp add_comment': ofTable('nothing', ({ table, word }, world) => [
    nothing(
      call('add_comment', {
        workbook_id: workbookIdOf(world),
        table,
        text: 'x',
        target: { row_id: 9_999, column: word },
      }),
    ),
  ]),
  'mcp resolve_conflict': ofWorkbook('nothing', (_, world) => [
    call('resolve_conflict', {
      workbook_id: workbookIdOf(world),
      conflict_id: world.conflict,
      action: 'revert',
      dry_run: true,
    }),
  ]),
};
