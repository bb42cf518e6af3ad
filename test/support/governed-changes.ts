import { SECRET } from './canaries.js';
import {
  byOwner,
  type Door,
  expected_version,
  nothing,
  ofTable,
  ofWorkbook,
  ofWorkspace,
  own,
  patch,
  post,
  put,
  remove,
  returned,
  shut,
  upload,
  writing,
} from './governed-probes.js';

/** They change nothing: they are dry runs, or requests that fail. */
export const changing: Record<string, Door> = {
  upsertRows: ofTable('names', ({ at, word, pay, row }) => {
    const write = (cells: object, more: object = {}) =>
      post(`${at}/rows/upsert?dry_run=true`, { rows: [cells], expected_version, ...more });
    return [
      // The version conflict lists what has changed since.
      write({ __svc_row_id: row }, { expected_version: 1 }),
      writing(nothing(write({ __svc_row_id: row, [word]: 'x', [pay]: 1 }))),
      writing(nothing(write({ __svc_row_id: row, [pay]: 'much' }))),
      writing(nothing(write({ [word]: `${SECRET} two` }, { match_on: [word] }))),
      nothing(write({ __svc_row_id: 99 })),
    ];
  }),
  writeRange: ofTable('names', ({ at }) => [
    put(`${at}/range?dry_run=true`, { range: 'C2:D2', values: [['x', 'much']], expected_version }),
    nothing(put(`${at}/range?dry_run=true`, { range: 'A2', values: [['x']], expected_version })),
  ]),
  replaceValues: ofTable('nothing', ({ at, word }) => [
    writing(
      post(`${at}/columns/${word}/replace-values?dry_run=true`, {
        replacements: [{ from: `${SECRET} two`, to: 'x' }],
        expected_version,
      }),
    ),
  ]),
  deleteRows: ofTable('nothing', ({ at, row }) => [
    post(`${at}/rows/delete?dry_run=true`, { row_ids: [row], expected_version }),
  ]),
  undoOp: ofWorkbook('nothing', (at, { edit, override }) =>
    [edit, override].flatMap((op) => [
      writing(post(`${at}/ops/${op}/undo?dry_run=true`)),
      writing(post(`${at}/ops/${op}/undo?dry_run=true&force=true`)),
    ]),
  ),
  closeBranch: ofWorkbook('nothing', (at) => [post(`${at}/branches/br_0/close`)]),
  commitSnapshot: ofWorkbook('nothing', (at) => [post(`${at}/snapshots`, { summary: 'again' })]),
  createVersion: ofWorkbook('nothing', (at) => [post(`${at}/versions`, { label: 'pinned' })]),
  restoreSnapshot: ofWorkbook('nothing', (at, { pinned }) => [
    byOwner(post(`${at}/snapshots/${pinned}/restore?dry_run=true`)),
  ]),
  revertVersion: ofWorkbook('nothing', (at) => [byOwner(post(`${at}/versions/pinned/revert?dry_run=true`))]),
  createView: ofTable('nothing', ({ at, word }) => [
    nothing(post(`${at}/views`, { name: '', columns: [{ name: word }] })),
  ]),
  updateView: ofTable('nothing', ({ at }) => [nothing(patch(`${at}/views/none`, { name: 'x' }))]),
  deleteView: ofTable('nothing', ({ at }) => [remove(`${at}/views/none`)]),
  createComment: ofTable('nothing', ({ at, word, row }) => [
    nothing(post(`${at}/comments`, { text: 'x', target: { column: word } })),
    writing(nothing(post(`${at}/comments`, { text: 'x', target: { column: word, row_id: row + 9_000 } }))),
  ]),
  updateComment: ofTable('nothing', ({ at }) => [nothing(patch(`${at}/comments/none`, { resolved: true }))]),
  deleteComment: ofTable('nothing', ({ at }) => [remove(`${at}/comments/none`)]),
  addColumn: ofTable('names', ({ at, pay }) => [
    post(`${at}/columns?dry_run=true`, { column: 'more', expected_version }),
    nothing(post(`${at}/columns?dry_run=true`, { column: pay, expected_version })),
  ]),
  alterColumn: ofTable('names', ({ at, word, pay }) => [
    patch(`${at}/columns/Name?dry_run=true`, { new_name: 'Who', expected_version }),
    nothing(patch(`${at}/columns/Name?dry_run=true`, { new_name: pay, expected_version })),
    // Names the first values that do not fit.
    writing({
      ...patch(`${at}/columns/${word}?dry_run=true`, { type: 'BIGINT', expected_version }),
      shows: 'values',
    }),
  ]),
  dropColumn: ofTable('names', ({ at, pay }) => [
    remove(`${at}/columns/Name?dry_run=true&expected_version=null`),
    writing(remove(`${at}/columns/${pay}?dry_run=true&expected_version=null`)),
  ]),
  setFormula: ofTable('names', ({ at, pay }) => [
    put(`${at}/formulas?dry_run=true`, { column: 'new', formula: '=1', expected_version }),
    put(`${at}/formulas?dry_run=true`, { column: 'new', formula: `=[${pay}]*2`, expected_version }),
    writing(put(`${at}/formulas?dry_run=true`, { column: pay, formula: '=1', expected_version })),
  ]),
  describeColumn: ofTable('names', ({ at, pay }) => [
    put(`${at}/columns/Name/description?dry_run=true`, { description: 'x' }),
    put(`${at}/columns/${pay}/description?dry_run=true`, { description: 'x' }),
  ]),
  describeTable: ofTable('names', ({ at }) => [put(`${at}/description?dry_run=true`, { description: 'x' })]),
  renameTable: ofTable('names', ({ at }) => [patch(`${at}?dry_run=true`, { name: 'new', expected_version })]),
  deleteTable: ofTable('nothing', ({ at }) => [
    remove(`${at}?dry_run=true&cascade=true&expected_version=null`),
  ]),
  archiveTable: ofTable('nothing', ({ at }) => [post(`${at}/archive?dry_run=true`)]),
  unarchiveTable: ofTable('nothing', ({ at }) => [post(`${at}/unarchive?dry_run=true`)]),
  setAnnotations: ofTable('nothing', ({ at, pay }) => [
    writing(post(`${at}/annotations?dry_run=true`, { annotations: [{ column: pay, note: 'x' }] })),
  ]),
  deleteAnnotations: ofTable('nothing', ({ at, pay }) => [
    writing(post(`${at}/annotations/delete?dry_run=true`, { targets: [{ column: pay }] })),
  ]),
  bindSheet: ofTable('nothing', ({ at, pay }) => {
    const sheet = { actor: 'test', external_kind: 'microsoft', external_ref: 'refused' };
    return [post(`${at}/sync-bindings`, { ...sheet, ownership_map: { [pay]: 'x', none: 'y' } })];
  }),
  putSheet: ofTable('nothing', ({ table, word, pay }, { workbook }) => {
    const view = { kind: 'table_view', table, columns: [word], order_by: [pay] };
    return [put(`${workbook}/sheets/new`, { spec: { blocks: [view] } })];
  }),
  deleteSheet: ofWorkbook('nothing', (at) => [remove(`${at}/sheets/none`)]),
  putChart: ofTable('nothing', ({ table, word, pay }, { workbook }) => [
    put(`${workbook}/charts/made%20here`, {
      chart_type: 'bar',
      table,
      x: word,
      y: [pay],
      aggregate: 'count',
    }),
  ]),
  deleteChart: ofWorkbook('nothing', (at) => [remove(`${at}/charts/none`)]),
  unbindSheet: ofTable('nothing', ({ at }) => [remove(`${at}/sync-bindings/bnd_0`)]),
  tagColumn: ofTable('nothing', ({ at, pay }) => [post(`${at}/columns/${pay}/tags`, { tag: 'x' })]),
  untagColumn: ofTable('nothing', ({ at, pay }) => [remove(`${at}/columns/${pay}/tags/pay`)]),
  setPolicy: ofWorkbook('nothing', (at) => [put(`${at}/policies/pay`, { effect: 'allow' })]),
  removePolicy: ofWorkbook('nothing', (at) => [remove(`${at}/policies/pay`)]),
  createTransform: ofTable('names', ({ table, pay }, { workbook }) => {
    const plan = (code: string) => {
      const body = { name: 'new', kind: 'sql', code, args: { t: table }, output: 'new', key: ['Name'] };
      return post(`${workbook}/transforms?dry_run=true`, body);
    };
    return [plan('select * from {{ t }}'), plan(`select "${pay}e" from {{ t }}`)];
  }),
  updateTransform: ofWorkbook('names', (at) => {
    const body = { name: 'chained', kind: 'sql', args: { t: 'derived' }, output: 'chained', key: ['Name'] };
    return [put(`${at}/transforms/chained?dry_run=true`, { ...body, code: 'select * from {{ t }}' })];
  }),
  deleteTransform: ofWorkbook('nothing', (at) => [
    remove(`${at}/transforms/derived?dry_run=true&cascade=true`),
  ]),
  runTransform: ofWorkbook('names', (at) => [
    post(`${at}/transforms/copied/run?dry_run=true`),
    nothing(own(post(`${at}/transforms/derived/run?dry_run=true`))),
    nothing(own(post(`${at}/transforms/chained/run?dry_run=true`))),
  ]),
  recompute: ofWorkbook('nothing', (at) => [post(`${at}/recompute?dry_run=true`)]),
  dropOverrides: ofWorkbook('nothing', (at, { subjects: { derived } }) => {
    const drop = (body: object) =>
      post(`${at}/tables/derived/overrides/drop?dry_run=true`, { ...body, expected_version });
    return [drop({ all: true }), writing(drop({ cells: [{ row_id: derived.row, column: derived.pay }] }))];
  }),
  resolveConflict: ofWorkbook('nothing', (at, { conflict }) => [
    post(`${at}/conflicts/${conflict}/resolve`, { action: 'revert' }),
  ]),
  // The conflicts of the answer have cells of both sides.
  mergeTable: ofTable('values', ({ at }, world) => [
    { ...post(`${at}/merge?dry_run=true`), body: returned(world) },
  ]),
  syncFile: ofWorkbook('values', (at, world) => [
    { ...post(`${at}/sync?dry_run=true`), body: returned(world) },
    nothing({ ...post(`${at}/sync?dry_run=true&confirm_deletes=true`), body: upload(world) }),
  ]),
  makeReading: ofWorkbook('names', (at, { readings }) => [
    ofWorkspace(post(readings, { workbook_id: at.split('/').at(-1), source: 'staff.xlsx' })),
  ]),
  changeReading: ofWorkbook('names', (_, { reading }) => [ofWorkspace(patch(reading, { name: 'Staff' }))]),
  uploadSource: ofWorkbook('names', (at, world) => [{ ...post(`${at}/sources`), body: upload(world) }]),
  reviseSource: shut(
    ofWorkbook('nothing', (at, world) => [
      { ...post(`${at}/sources/staff.xlsx/revise?dry_run=true`), body: upload(world) },
    ]),
  ),
  trackLocalFile: ofWorkbook('nothing', (at, world) => [
    { ...post(`${at}/file-links/local?dry_run=true`), body: upload(world) },
  ]),
  pushFileVersion: shut(
    ofWorkbook('nothing', (_, world) => [
      { ...post(`${world.link}/versions?dry_run=true`), body: upload(world) },
    ]),
  ),
  revertFileVersion: shut(
    ofWorkbook('nothing', (_, { link }) => [post(`${link}/versions/1/revert?dry_run=true`)]),
  ),
  deleteSource: ofWorkbook('nothing', (at) => [remove(`${at}/sources/staff.xlsx?dry_run=true&cascade=true`)]),
  analyzeSource: ofWorkbook('names', (at) => [post(`${at}/sources/staff.xlsx/analyze`)]),
  putParseSpec: ofWorkbook('nothing', (at) => [
    put(`${at}/sources/staff.xlsx/parse-spec`, { spec_version: 1_000, sheets: [] }),
  ]),
  materializeSource: ofWorkbook('nothing', (at) => [
    post(`${at}/sources/staff.xlsx/materialize`, { regions: ['none'] }),
    post(`${at}/sources/staff.xlsx/materialize`, {
      target: { mode: 'append', table: 'staff' },
      column_mapping: { Name: 'nowhere' },
      expected_version,
    }),
  ]),
  ingestUpload: ofWorkbook('nothing', (_, { upload: slot }) => [post(`${slot}/ingest`)]),
};
