import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;
let overridden: number;
let link: string;
let conflict: string;
let op: number;
let snapshot: string;

const file = (content: string) => {
  const form = new FormData();
  form.set('file', new Blob([content]), 'sales.csv');
  return form;
};

/** An export of the table that was edited; its branch is recorded before the calls. */
const returned = file('k,n,__svc_row_id\na,9,1\nb,20,2\n');

beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.signIn();
  workbook = await api.workbook();
  const content = 'k,n\na,1\nb,2\n';
  await api.upload(`${workbook}/sources`, { name: 'sales.csv', content }, { structuring: 'skip' });
  const staged = { name: 'staged.csv', content: 'k,n\nc,3\nd,4\n' };
  await api.upload(`${workbook}/sources`, staged, { mode: 'staged' });
  await api.post(`${workbook}/sources/staged.csv/analyze`);
  const transform = { kind: 'sql', code: 'select k, n from {{ t }}', args: { t: 'sales' }, key: ['k'] };
  await api.post(`${workbook}/transforms`, { name: 'copy', ...transform, output: 'copy' });
  const [row] = (await api.get(`${workbook}/tables/copy/rows`)).body.rows;
  overridden = row.__svc_row_id;
  const cell = { rows: [{ __svc_row_id: overridden, n: 10 }], expected_version: null };
  await api.post(`${workbook}/tables/copy/rows/upsert`, cell);
  const rows = [1, 2].map((id) => ({ __svc_row_id: id, n: 20 }));
  op = (await api.post(`${workbook}/tables/sales/rows/upsert`, { rows, expected_version: null })).body.op_id;
  await api.post(`${workbook}/recompute`);
  conflict = (await api.get(`${workbook}/conflicts`)).body.conflicts[0].id;
  await api.post(`${workbook}/tables`, { name: 'aside', columns: [{ name: 'n' }] });
  await api.post(`${workbook}/tables/aside/archive`);
  const annotations = [{ row_id: 1, column: 'n', style: { bold: true } }];
  await api.post(`${workbook}/tables/sales/annotations`, { annotations });
  snapshot = (await api.post(`${workbook}/versions`, { label: 'before' })).body.snapshot_id;
  // Makes a derived table stale.
  await api.post(`${workbook}/tables/sales/rows/upsert`, { rows: [{ n: 1 }], expected_version: null });
  const tracked = { name: 'tracked.csv', content: 'k,n\nx,1\n' };
  link = (await api.upload(`${workbook}/file-links/local`, tracked)).body.id;
  const newer = { name: 'tracked.csv', content: 'k,n\nx,2\n' };
  await api.upload(`${workbook}/file-links/${link}/versions`, newer);
  const branch = { tables: ['sales'], format: 'csv', record_branch: true };
  const { headers } = await api.post(`${workbook}/export`, branch);
  returned.set('branch_id', headers.get('x-svc-branch-id') ?? '');
});

const version = { expected_version: null };

/** Every endpoint that changes a table or runs a transform, with a valid call. */
const calls: Record<string, [method: string, path: () => string, body: unknown]> = {
  createTable: ['POST', () => '/tables', { name: 'new', columns: [{ name: 'n' }] }],
  upsertRows: ['POST', () => '/tables/sales/rows/upsert', { rows: [{ n: 5 }], ...version }],
  deleteRows: ['POST', () => '/tables/sales/rows/delete', { row_ids: [1], ...version }],
  replaceValues: [
    'POST',
    () => '/tables/sales/columns/k/replace-values',
    { replacements: [{ from: 'a', to: 'z' }], ...version },
  ],
  writeRange: ['PUT', () => '/tables/sales/range', { range: 'A2', values: [['z']], ...version }],
  setFormula: ['PUT', () => '/tables/sales/formulas', { column: 'double', formula: '=[n]*2', ...version }],
  addColumn: ['POST', () => '/tables/sales/columns', { column: 'new', ...version }],
  alterColumn: ['PATCH', () => '/tables/sales/columns/n', { type: 'DOUBLE', ...version }],
  dropColumn: ['DELETE', () => '/tables/sales/columns/n?expected_version=null', undefined],
  describeColumn: ['PUT', () => '/tables/sales/columns/n/description', { description: 'x' }],
  describeTable: ['PUT', () => '/tables/sales/description', { description: 'x' }],
  renameTable: ['PATCH', () => '/tables/sales', { name: 'other', ...version }],
  deleteTable: ['DELETE', () => '/tables/sales?cascade=true&expected_version=null', undefined],
  archiveTable: ['POST', () => '/tables/sales/archive', undefined],
  unarchiveTable: ['POST', () => '/tables/aside/unarchive', undefined],
  setAnnotations: [
    'POST',
    () => '/tables/sales/annotations',
    { annotations: [{ row_id: 2, column: 'n', style: { bold: true } }] },
  ],
  deleteAnnotations: [
    'POST',
    () => '/tables/sales/annotations/delete',
    { targets: [{ row_id: 1, column: 'n' }] },
  ],
  undoOp: ['POST', () => `/ops/${op}/undo`, undefined],
  dropOverrides: ['POST', () => '/tables/copy/overrides/drop', { all: true, ...version }],
  resolveConflict: ['POST', () => `/conflicts/${conflict}/resolve`, { action: 'drop_override' }],
  createTransform: [
    'POST',
    () => '/transforms',
    { name: 'new', kind: 'sql', code: 'select n from {{ t }}', args: { t: 'sales' }, output: 'new' },
  ],
  updateTransform: [
    'PUT',
    () => '/transforms/copy',
    {
      name: 'copy',
      kind: 'sql',
      code: 'select k, n + 1 as n from {{ t }}',
      args: { t: 'sales' },
      output: 'copy',
    },
  ],
  deleteTransform: ['DELETE', () => '/transforms/copy?cascade=true', undefined],
  runTransform: ['POST', () => '/transforms/copy/run', undefined],
  restoreSnapshot: ['POST', () => `/snapshots/${snapshot}/restore`, {}],
  revertVersion: ['POST', () => '/versions/before/revert', {}],
  recompute: ['POST', () => '/recompute', undefined],
  mergeTable: ['POST', () => '/tables/sales/merge', returned],
  syncFile: ['POST', () => '/sync', returned],
  reviseSource: ['POST', () => '/sources/sales.csv/revise', file('k,n\na,7\n')],
  trackLocalFile: ['POST', () => '/file-links/local', file('k,n\na,8\n')],
  pushFileVersion: ['POST', () => `/file-links/${link}/versions`, file('k,n\nx,8\n')],
  revertFileVersion: ['POST', () => `/file-links/${link}/versions/1/revert`, {}],
  deleteSource: ['DELETE', () => '/sources/sales.csv?cascade=true', undefined],
  materializeSource: ['POST', () => '/sources/staged.csv/materialize', {}],
};

/** Everything that the calls could change, as visible to a reader of the workbook. */
async function state() {
  const paths = [
    '/tables?state=all',
    '/sources',
    '/transforms',
    '/ops',
    '/conflicts',
    '/snapshots',
    '/branches',
    '/file-links',
    '/audit-log',
  ];
  const tables = ['/tables/sales', '/tables/copy'].flatMap((table) =>
    ['', '/rows', '/annotations'].map((part) => table + part),
  );
  const all = [...paths, ...tables, '/tables/copy/overrides', '/sources/staged.csv'];
  return await Promise.all(all.map(async (path) => (await api.get(workbook + path)).body));
}

/** Operations that change a workbook but not its tables, or make new tables from a file. */
const others = [
  'updateWorkbook',
  'deleteWorkbook',
  'closeBranch',
  'untrackFile',
  'bindSheet',
  'unbindSheet',
  'putSheet',
  'deleteSheet',
  'putChart',
  'deleteChart',
  'createView',
  'updateView',
  'deleteView',
  'createComment',
  'updateComment',
  'deleteComment',
  'commitSnapshot',
  'createVersion',
  'uploadSource',
  'ingestFromUrl',
  'importCloudFile',
  'createUpload',
  'analyzeSource',
  'putParseSpec',
  'tagColumn',
  'untagColumn',
  'setPolicy',
  'removePolicy',
  'updateSchedule',
  'runSchedule',
  'setFileLinkSchedule',
  'endFileLinkSchedule',
  'setSourceSchedule',
  'endSourceSchedule',
  'setTableRefresh',
  'createSubscription',
  'updateSubscription',
  'endSubscription',
  'createSheetLink',
  'endSheetLink',
  'createChartLink',
  'endChartLink',
];
/** Tested with the drives that they need, in tracked-cloud-files.test.ts. */
const ofDrives = ['trackCloudFile', 'syncFileLink'];
const reads = [
  'query',
  'validateQuery',
  'tryParseSpec',
  'previewChart',
  'setPresence',
  'previewSheet',
  'exportTables',
  'reviewWorkbook',
];

test('every operation that changes a table accepts dry_run and is tested here', async () => {
  const { paths } = (await api.get('/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  const changes = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/workbooks/{workbook_id}'))
    .flatMap(([, methods]) => Object.entries(methods).filter(([method]) => method !== 'get'))
    .map(([, operation]) => operation);
  const ids = (operations: Operation[]) =>
    [...new Set(operations.map(({ operationId }) => operationId.replace(/(By)?Artifacts?$/, '')))].sort();
  expect(ids(changes)).toEqual([...Object.keys(calls), ...ofDrives, ...others, ...reads].sort());
  const takesDryRun = changes.filter(({ parameters }) => parameters?.some(({ name }) => name === 'dry_run'));
  expect(ids(takesDryRun)).toEqual([...Object.keys(calls), ...ofDrives].sort());
});

interface Operation {
  operationId: string;
  parameters?: { name: string }[];
}

describe.each(Object.entries(calls))('%s with dry_run', (_, [method, path, body]) => {
  test('succeeds and changes nothing', async () => {
    const before = await state();
    const url = `${workbook}${path()}${path().includes('?') ? '&' : '?'}dry_run=true`;
    const answer = await api.send(method, url, body);
    expect([answer.status, answer.status < 300 || answer.body]).toEqual([expect.toBeOneOf([200, 201]), true]);
    expect(await state()).toEqual(before);
  });
});

test('rows appended from a file may leave columns out, and dry_run reports how many would be appended', async () => {
  const append = (mapping: object, query = '') =>
    api.post(`${workbook}/sources/staged.csv/materialize${query}`, {
      target: { mode: 'append', table: 'sales' },
      column_mapping: mapping,
      ...version,
    });
  const before = await state();
  const would = await append({ k: null }, '?dry_run=true');
  expect([would.status, would.body.appended.rows, would.body.dry_run]).toEqual([200, 2, true]);
  expect(await state()).toEqual(before);
  expect((await append({ k: null, n: null })).status).toBe(422);
  expect((await append({ k: null })).status).toBe(201);
  const { rows } = (await api.get(`${workbook}/tables/sales/rows`)).body;
  expect(rows.slice(-2).map(({ k, n }: { k: unknown; n: unknown }) => [k, n])).toEqual([
    [null, 3],
    [null, 4],
  ]);
});
