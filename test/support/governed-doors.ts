import { SECRET } from './canaries.js';
import { changing } from './governed-changes.js';
import {
  byOwner,
  type Door,
  filter,
  get,
  names,
  nothing,
  ofTable,
  ofWorkbook,
  own,
  post,
  sent,
  shut,
} from './governed-probes.js';
import { resources } from './governed-resources.js';
import { tools } from './governed-tools.js';
import type { World } from './governed-world.js';

const reading: Record<string, Door> = {
  listTables: ofWorkbook('names', (at) => [get(`${at}/tables?state=all`)]),
  getTable: ofTable('names', ({ at }) => [get(at)]),
  getColumns: ofTable('names', ({ at }) => [get(`${at}/columns`)]),
  getTableSchema: ofTable('values', ({ at }) => [
    get(`${at}/schema`),
    names(get(`${at}/schema?format=json-schema`)),
  ]),
  readRows: ofTable('values', ({ at, word, pay }) => [
    get(`${at}/rows`),
    get(`${at}/rows?format=ndjson`),
    get(`${at}/rows?format=arrow`),
    get(`${at}/rows?as_of=1`),
    get(`${at}/rows?as_of=pinned`),
    get(`${at}/rows?order_by=-${pay}&limit=1`),
    get(`${at}/rows?columns=${word}`),
    get(`${at}/rows?filter=${filter(word, 'contains', SECRET)}`),
    get(`${at}/rows?filter=${filter(word, 'ge', '')}&order_by=${word},${pay}&limit=1&format=ndjson`),
    nothing(get(`${at}/rows?filter=${filter(pay, 'gt', 'much')}`)),
    names(get(`${at}/rows?order_by=${pay}x`)),
  ]),
  'readRows, dropped column': ofWorkbook('values', (_, { subjects: { renamed }, beforeDrop, workbook }) => [
    get(`${renamed.at}/rows?as_of=${beforeDrop}`),
    get(`${renamed.at}/rows?as_of=${beforeDrop}&columns=Zibexgone`),
    post(`${workbook}/query`, { sql: 'select "Zibexgone" from moved', as_of: beforeDrop }),
    get(`${renamed.at}/rows/${renamed.row}/history`),
  ]),
  readRange: ofTable('values', ({ at }) => [get(`${at}/range?range=A1:H9`), get(`${at}/range?range=D2:D9`)]),
  profileTable: ofTable('values', ({ at }) => [get(`${at}/profile`)]),
  query: ofTable('values', ({ table, word, pay }, { workbook }) => {
    const ask = (sql: string, more: object = {}) => post(`${workbook}/query`, { sql, ...more });
    return [
      ask(`select * from "${table}"`),
      ask(`select * from "${table}"`, { format: 'ndjson' }),
      ask(`select * from "${table}"`, { format: 'arrow' }),
      ask(`select * from "${table}"`, { as_of: 1 }),
      ask(`select * from "${table}"`, { as_of: 'pinned' }),
      ask(`select "${word}", "${pay}" from "${table}" where "${pay}" > 0 order by "${pay}" desc`),
      ask(`select sum("${pay}"::double) as total, max("${word}") as last from "${table}"`),
      ask(`select "${word}", count(*) from "${table}" group by all having count("${pay}") > 0`),
      ask(`select to_json(t) as j from "${table}" t`),
      ask(`select t as whole from "${table}" t`),
      ask(`select columns(*) from "${table}"`),
      ask(`select max(columns(*)) from "${table}"`),
      ask(`select a."${word}" from "${table}" a join "${table}" b on a."${word}" = b."${word}"`),
      ask(`select l.v from "${table}" t, lateral (select t."${word}" as v) l`),
      ask(`select string_agg("${word}", ',') over () as v from "${table}"`),
      nothing(ask(`select cast("${word}" as integer) from "${table}" where error("${word}") is null`)),
      names(ask(`select "${word}e" from "${table}"`)),
      nothing(ask('select * from information_schema.columns')),
    ];
  }),
  validateQuery: ofTable('names', ({ table, word }, { workbook }) => {
    const check = (sql: string) => post(`${workbook}/query/validate`, { sql });
    return [
      check(`select * from "${table}"`),
      nothing(check(`select "${word}" + 1 as v from "${table}"`)),
      check(`select "${word}e" from "${table}"`),
      nothing(check(`describe "${table}"`)),
      nothing(check(`summarize "${table}"`)),
    ];
  }),
  getResult: ofWorkbook('values', (_, { results }) =>
    results.flatMap((id) =>
      ['json', 'ndjson', 'arrow'].map((format) =>
        byOwner(get(`/api/v1/results/${id}?limit=5&format=${format}`)),
      ),
    ),
  ),
  exportTables: ofTable('values', ({ table }, { workbook }) => [
    post(`${workbook}/export`, { tables: [table], format: 'csv' }),
    post(`${workbook}/export`, { tables: [table] }),
  ]),
  downloadExport: ofTable('values', ({ table }, { workbook }) => [
    get(`${workbook}/export?tables=${sent(JSON.stringify([table]))}&format=csv`),
  ]),
  'exportTables, all': ofWorkbook('values', (at) => [
    post(`${at}/export`, { format: 'csv' }),
    post(`${at}/export`),
  ]),
  'exportTables, branch': ofTable('values', ({ table }, { workbook }) => [
    post(`${workbook}/export`, { tables: [table], record_branch: true }),
  ]),
  'exportTables, preserve': shut(
    ofWorkbook('values', (at) => [
      post(`${at}/export`, { tables: ['staff'], formula_mode: 'preserve' }),
      post(`${at}/export`, { tables: ['moved'], formula_mode: 'preserve' }),
    ]),
  ),
  search: ofWorkbook('names', (_, { subjects }) => [
    get(`/api/v1/search?q=staff`),
    get(`/api/v1/search?q=${subjects.base.word}`),
    nothing(get(`/api/v1/search?q=${SECRET}`)),
  ]),
  listMyData: ofWorkbook('names', () => [get('/api/v1/me/data')]),
};

const looking: Record<string, Door> = {
  getRowHistory: ofTable('values', ({ at, row }) => [get(`${at}/rows/${row}/history`)]),
  getRowProvenance: ofTable('values', ({ at, row }) => [get(`${at}/rows/${row}/provenance`)]),
  listOps: ofWorkbook('values', (at) => [get(`${at}/ops?limit=1000`)]),
  getAuditLog: ofWorkbook('nothing', (at) => [get(`${at}/audit-log?limit=1000`)]),
  getLineage: ofWorkbook('names', (at) => [get(`${at}/lineage?level=column`), nothing(get(`${at}/lineage`))]),
  getTableLineage: ofTable('names', ({ at }) => [get(`${at}/lineage?level=column`)]),
  listTransforms: ofWorkbook('nothing', (at) => [own(get(`${at}/transforms`))]),
  getTransform: ofWorkbook('nothing', (at) => [own(get(`${at}/transforms/derived`))]),
  listOverrides: ofWorkbook('values', (at) => [get(`${at}/tables/derived/overrides`)]),
  listConflicts: ofWorkbook('values', (at) => [get(`${at}/conflicts`), get(`${at}/conflicts?status=open`)]),
  followEvents: ofWorkbook('names', (at, { event }) => [get(`${at}/events?last_event_id=${event}`)]),
  diffVersions: ofWorkbook('values', (at, { pinned }) => [
    get(`${at}/versions/pinned/diff`),
    get(`${at}/versions/${pinned}/diff?against=current`),
    nothing(get(`${at}/versions/pinned/diff?against=pinned`)),
  ]),
  listBranches: ofWorkbook('nothing', (at) => [get(`${at}/branches`)]),
  listSnapshots: ofWorkbook('nothing', (at) => [get(`${at}/snapshots`)]),
  listVersions: ofWorkbook('nothing', (at) => [get(`${at}/versions`)]),
  listAnnotations: ofTable('names', ({ at }) => [get(`${at}/annotations`)]),
  listSyncBindings: ofTable('names', ({ at }) => [get(`${at}/sync-bindings`)]),
  listSheets: ofWorkbook('nothing', (at) => [get(`${at}/sheets`)]),
  getSheet: ofTable('values', ({ sheet }) => [get(sheet)]),
  renderSheet: ofTable('values', ({ sheet }) => [get(`${sheet}/render?format=html`), get(`${sheet}/render`)]),
  previewSheet: ofTable('values', ({ table, word, pay }, { workbook }) =>
    [{}, { columns: [word, pay], totals: [{ column: word, fn: 'count' }] }].map((view) =>
      post(`${workbook}/sheets/preview`, { spec: { blocks: [{ kind: 'table_view', table, ...view }] } }),
    ),
  ),
  listClassifications: ofWorkbook('names', (at) => [get(`${at}/classifications`)]),
  listPolicies: ofWorkbook('nothing', (at) => [get(`${at}/policies`)]),
  previewAccess: ofTable('names', ({ at }) => [
    get(`${at}/access`),
    get(`${at}/access?role=hr&tag=pay&effect=allow`),
  ]),
  listSources: ofWorkbook('nothing', (at) => [get(`${at}/sources`)]),
  getSource: ofWorkbook('values', (at) => [
    get(`${at}/sources/staff.xlsx`),
    nothing(get(`${at}/sources/moved.csv`)),
  ]),
  downloadSource: shut(ofWorkbook('values', (at) => [get(`${at}/sources/staff.xlsx/download`)])),
  previewSource: shut(ofWorkbook('values', (at) => [get(`${at}/sources/staff.xlsx/preview?range=A1:F20`)])),
  listFileLinks: ofWorkbook('nothing', (at) => [get(`${at}/file-links`)]),
  readFileVersionCells: shut(ofWorkbook('values', (_, { link }) => [get(`${link}/versions/1/cells`)])),
  diffFileVersions: shut(ofWorkbook('values', (_, { link }) => [get(`${link}/versions/1/diff`)])),
  downloadFileVersion: shut(ofWorkbook('values', (_, { link }) => [get(`${link}/versions/1/download`)])),
  getFileLink: ofWorkbook('nothing', (_, { link }) => [get(link)]),
  getParseSpec: ofWorkbook('names', (at) => [get(`${at}/sources/staff.xlsx/parse-spec`)]),
  tryParseSpec: ofWorkbook('values', (at) => [post(`${at}/sources/staff.xlsx/parse-spec/try`, {})]),
  listJobs: ofWorkbook('nothing', () => [get('/api/v1/jobs')]),
  getJob: ofWorkbook('names', (_, { job }) => [get(job)]),
  reviewWorkbook: shut(
    ofWorkbook('values', (at) => [post(`${at}/review`), nothing(post(`${at}/review`, { async: true }))]),
  ),
  listCharts: ofWorkbook('names', (at) => [get(`${at}/charts`)]),
  getChart: ofWorkbook('names', (at) => [get(`${at}/charts/pay`)]),
  previewChart: ofTable('values', ({ table, word, pay }, { workbook }) => [
    post(`${workbook}/charts/preview`, { chart_type: 'bar', table, x: word, y: [pay] }),
  ]),
  renderChart: ofWorkbook('values', (at) => [get(`${at}/charts/pay/render`)]),
};

const again =
  (index: number): Door['probes'] =>
  ({ once }) => {
    const [method, path, body] = once[index] as World['once'][number];
    return [byOwner({ method, path, body, headers: { 'idempotency-key': path } })];
  };

/** The stored response to a request with an Idempotency-Key. */
const repeating: Record<string, Door> = {
  'describeColumn, replayed': { shows: 'names', of: 'workbook', probes: again(0) },
  'resolveConflict, replayed': { shows: 'values', of: 'workbook', probes: again(1) },
};

/** By operationId, or tool, with a remark where one operation is tested in two ways. */
export const doors: Record<string, Door> = {
  ...reading,
  ...looking,
  ...changing,
  ...repeating,
  ...tools,
  ...resources,
};

/** Operations that return nothing from tables, and why. */
export const carriesNoCells: Record<string, string> = {
  login: 'identity',
  register: 'identity',
  beginOidcSignIn: 'identity',
  finishOidcSignIn: 'identity',
  acceptInvitation: 'identity',
  sendVerification: 'no body',
  verifyAddress: 'no body',
  listNotices: 'names of workspaces that the caller is invited to',
  acceptNotice: 'no body',
  declineNotice: 'no body',
  getInvitation: 'identity',
  changePassword: 'no body',
  getSession: 'identity',
  getSignInMethods: 'identity',
  logout: 'identity',
  forgotPassword: 'no body',
  resetPassword: 'no body',
  finishLogin: 'identity',
  askPasskey: 'identity',
  loginByPasskey: 'identity',
  getSecondFactors: 'identity',
  beginTotp: 'identity',
  confirmTotp: 'identity',
  removeTotp: 'no body',
  renewRecoveryCodes: 'identity',
  proveSession: 'no body',
  beginPasskey: 'identity',
  addPasskey: 'identity',
  removePasskey: 'no body',
  listSessions: 'identity',
  endSession: 'no body',
  endOtherSessions: 'a number of sessions',
  getMe: 'identity and plan',
  listTokens: 'credentials',
  getTokenUsage: 'counts of requests',
  createToken: 'credentials',
  revokeToken: 'credentials',
  listWebhooks: 'addresses of receivers',
  createWebhook: 'the address that was sent, and a secret',
  getWebhook: 'the address of a receiver',
  updateWebhook: 'the address that was sent',
  rotateWebhookSecret: 'the address of a receiver, and a secret',
  deleteWebhook: 'no body',
  testWebhook: 'a delivery, without its body',
  listWebhookDeliveries: 'kinds and outcomes of deliveries, without their bodies',
  redeliver: 'a delivery, without its body',
  listMyWorkbooks: 'titles of workbooks',
  listMyWorkspaces: 'names of workspaces',
  createWorkbook: 'the title that was sent',
  getWorkbook: 'title and description',
  updateWorkbook: 'title, description and visibility',
  deleteWorkbook: 'no body',
  createTable: 'the name that was sent',
  untrackFile: 'names of a file and its source',
  createUpload: 'a slot, not what is put into it',
  getUpload: 'a slot, not what was put into it',
  putUpload: 'size and hash of what was sent',
  ingestFromUrl: 'the answer of uploadSource, of a file on the open Internet',
  getDriveAuthorization: 'whose drive is connected',
  returnFromDrive: 'no body',
  connectDrive: 'whose drive is connected',
  forgetDrive: 'no body',
  listCloudFiles: 'names of files in a drive',
  importCloudFile: "the answer of uploadSource, of a file in the caller's drive",
  trackCloudFile: "the answer of trackLocalFile, of a file in the caller's drive",
  syncFileLink: 'refused as pushFileVersion is, before the drive is asked',
  listReviewRules: 'the rules of the service',
  getAccount: 'plan and credits',
  getAccountUsage: 'counts and sizes by day',
  getBilling: 'plan, credits and card',
  setAutoTopup: 'plan, credits and card',
  startSubscription: 'the address of a page of Stripe',
  enablePayg: 'the address of a page of Stripe',
  buyCredits: 'the address of a page of Stripe',
  openBillingPortal: 'the address of a page of Stripe',
  reuseCard: 'plan, credits and card',
  receiveStripeEvent: 'that it was received',
  listAccounts: 'names of accounts',
  createAccount: 'the name that was sent',
  deleteAccount: 'what was deleted, in numbers',
  getAccountAuditLog: 'credentials and workspaces; not for tokens',
  listKeys: 'credentials',
  createKey: 'credentials',
  revokeKey: 'credentials',
  listAccountWorkspaces: 'names of workspaces',
  provisionWorkspace: 'the name that was sent',
  getWorkspace: 'name and settings',
  configureWorkspace: 'name and settings',
  deleteWorkspace: 'no body',
  listWorkspaceWorkbooks: 'titles of workbooks',
  listMembers: 'people and their roles',
  setMemberRoles: 'people and their roles',
  inviteMember: 'people and their roles',
  changeMember: 'people and their roles',
  confirmMember: 'people and their roles',
  removeMember: 'no body',
  listInvitations: 'addresses of people and their roles',
  withdrawInvitation: 'no body',
};
