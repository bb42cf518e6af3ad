import type { TSchema } from '@sinclair/typebox';
import { namedSchemas } from './schema-names.js';

/**
 * Values of fields in examples, by name: they describe one small workbook, so that the examples are
 * consistent.
 */
const fields: Record<string, unknown> = {
  access_token: 'svc_ses_EXAMPLE',
  account: 'Ann',
  account_id: 'acc_01jh8q4w3n',
  account_name: 'Example Ltd.',
  action: 'policy.set',
  author: 'usr_01jh8q4w2k',
  actor: null,
  added: 'discount',
  added_columns: 'discount',
  address: '203.0.113.7',
  algorithm: 'sha256',
  archived: 'totals_2025',
  args: { sales: 'sales' },
  artifact_id: 'art_01jh8q4w5p',
  authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth?state=EXAMPLE',
  base_role: 'editor',
  base_version: 8,
  binding_id: 'bnd_01jh8q4wbx',
  branch_id: 'br_01jh8q4wav',
  brand: 'visa',
  cell: 'B5',
  cells: 400,
  chain: 'wb_01jh8q4w4m',
  code: 'select region, sum(amount) as total from {{ sales }} group by region',
  column: 'amount',
  comment_id: 'cmt_01jh8q4w6r',
  column_id: 'c3',
  computed: 120,
  confidence: 0.97,
  confirm: 'Example Ltd.',
  conflict_id: 'cfl_01jh8q4w9t',
  conflicts: 'cfl_01jh8q4w9t',
  created_by: 'usr_01jh8q4w2k',
  credential_id: 'pat_01jh8q4w8s',
  currency: 'eur',
  current_period_end: '2026-02-01T00:00:00.000Z',
  cursor: 'eyJhIjoxMDB9',
  custom_roles: 'auditor',
  cron: '0 8 * * 1-5',
  time_zone: 'Asia/Tokyo',
  day: '2026-01-05',
  decided_by: 'usr_01jh8q4w2k',
  deleted: 'totals',
  delivery_id: 'dlv_01jh8q4wcx',
  deleted_table: null,
  description: null,
  detail: 'The table is at version 8, not 7.',
  detail_text: '{"tag":"pay","role":"*","effect":"mask"}',
  device: 'Firefox on Linux',
  edit_version: 8,
  effect: 'mask',
  effective_roles: 'editor',
  email: 'ann@example.com',
  error: null,
  event_id: 'evt_01jh8q4wdy',
  event_type: 'transform',
  expected_version: 7,
  expires: 1767605400,
  expires_in: 43200,
  external_id: null,
  external_ref: '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms',
  failure: null,
  file_id: '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms',
  filename: 'sales.xlsx',
  filter: '{"column":"amount","op":">","value":100}',
  finished_at: null,
  first_bad_seq: null,
  format: 'xlsx',
  formula: '=[amount]*1.2',
  from: 'amount',
  grant_id: 'grt_01jh8q4w9u',
  granted: 1000,
  group: 'consistency',
  group_by: 'region',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  head_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  id: 'art_01jh8q4w5p',
  ignored: 'gross',
  incoming: 130,
  influence: 'allow',
  inherited_from: null,
  invitation_id: 'inv_01jh8q4wcx',
  invited_by: 'usr_01jh8q4w2k',
  job_id: 'job_01jh8q4w7r',
  key: 'svc_key_EXAMPLE',
  key_id: 'key_01jh8q4w8t',
  kind: 'sql',
  label: 'January close',
  last4: '4242',
  layer: 'base',
  learned_from: 'sales-2026-01.xlsx',
  left: 940,
  left_out: 'Internal remark',
  length: 42,
  limit: 100,
  line: 'missing: n/d',
  link_id: 'lnk_01jh8q4wby',
  masked_columns: 'salary',
  means: 'Cells that read "n/d" have no value.',
  mentions: 'usr_01jh8q4w2k',
  message: 'must be integer',
  mime_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  minted_by: null,
  missing: 'region',
  missing_columns: 'region',
  mode: 'auto',
  modified: '2026-01-05T09:30:00.000Z',
  modified_by: 'Ann',
  name: 'sales',
  new: '130',
  next_cursor: null,
  next_columns_after: null,
  next_offset: null,
  note: null,
  notice_id: 'inv_01jh8q4wcx',
  old: '120',
  op_id: 42,
  order_by: '-amount',
  origin: '/reports/sales.xlsx',
  original_name: 'Amount',
  output: 'totals',
  output_table_id: 'art_01jh8q4w6q',
  owner: 'usr_01jh8q4w2k',
  owner_id: 'usr_01jh8q4w2k',
  owner_user_id: 'usr_01jh8q4w2k',
  passkey_id: 'pky_01jh8q4wbz',
  password: 'correct horse battery',
  path: '/rows/0/amount',
  plan: 'free',
  prefix: 'svc_pat_EX',
  preprocess_rules: null,
  prev_hash: '0000000000000000000000000000000000000000000000000000000000000000',
  previous: 125,
  previous_secret_until: null,
  proposed_effect: null,
  proposed_influence: null,
  proposed_rows: null,
  q: 'sales',
  range: 'A2:C3',
  rate_limit_per_minute: 600,
  raw_value: '120',
  reading_id: 'rdg_01jh8q4w5p',
  reading_model: 'doubtful',
  reason: '"n/a" is not a number',
  recovery_codes: '7KQ2-M9XD',
  regions: 'r1',
  removed: 'discount_old',
  renamed_from: 'sales_2025',
  renews_at: '2026-02-01T00:00:00.000Z',
  request_id: 'req_01jh8q4wax',
  residency: null,
  resolved_at: null,
  resolved_by: null,
  resource: 'account',
  result: null,
  result_id: 'res_01jh8q4w6s',
  revoked_at: null,
  role: '*',
  roles: 'auditor',
  row_count: 400,
  row_id: 5,
  row_ids: 5,
  rows: 1,
  rule: 'duplicate-key',
  rules: 'duplicate-key',
  safety_snapshot_id: 'snp_01jh8q4wc0',
  schedule_id: 'sch_01jh8q4w7k',
  subscription_id: 'sch_01jh8q4w7m',
  scopes: 'workbooks:read',
  secret: 'JBSWY3DPEHPK3PXP',
  session: 'k3v9q2',
  session_id: 'ses_01jh8q4w3m',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  sheet: 'Sheet1',
  sheets: 'Sheet1',
  sig: 'EXAMPLE',
  size: 20480,
  skipped_reports: 'monthly',
  snapshot_id: 'snp_01jh8q4wbz',
  source: 'sales',
  source_id: 'src_01jh8q4w4n',
  source_name: 'sales',
  source_table: 'sales',
  spec_version: 1,
  sql: 'select region, sum(amount) as total from sales group by region',
  stale: 'totals',
  stale_since: null,
  status: 'materialized',
  stopped: null,
  structuring: 'structured',
  suggested: 'North',
  suggested_fix: 'Read the rows again, re-apply the change, and retry with the new edit_version.',
  summary: 'Before the January close',
  target_name: 'sales',
  table: 'sales',
  table_name: 'sales',
  tables: 'sales',
  tag: 'pay',
  tags: 'pay',
  target: 'pay',
  text: '120.00',
  thread_id: 'cmt_01jh8q4w6r',
  ticket: 'EXAMPLE',
  title: 'Sales 2026',
  to: 'net_amount',
  token: 'svc_pat_EXAMPLE',
  token_id: 'pat_01jh8q4w8s',
  total: 400,
  transform: 'totals',
  type: 'BIGINT',
  uncomputed_cells: 'D9',
  undone_by: null,
  undone_op_id: 41,
  unit: 'EUR',
  unplaced_cells: 'A403',
  upload_id: 'upl_01jh8q4w7s',
  url: 'https://example.com/sales.xlsx',
  used_range: 'A1:C401',
  user_id: 'usr_01jh8q4w2k',
  value: 120,
  values: 120,
  view: 'North',
  warnings: 'Columns that are masked for you were left as they are: salary.',
  webhook_id: 'whk_01jh8q4wbw',
  what: 'totals',
  why: 'It has no rows.',
  workbook_id: 'wb_01jh8q4w4m',
  workspace: 'Team',
  workspace_id: 'ws_01jh8q4w3p',
  workspace_name: 'Personal',
};

/** Stands where a text has no example: a test names its field. */
export const NO_EXAMPLE = '(no example)';

const AT = '2026-01-05T09:30:00.000Z';

const row = { __svc_row_id: 5, region: 'north', amount: 120 };
const table = { id: 'art_01jh8q4w5p', name: 'sales', type: 'table' };
const comment = {
  id: 'cmt_01jh8q4w6r',
  target: { kind: 'cell', row_id: 5, column: 'amount' },
  text: 'Is this with tax?',
  resolved: false,
  resolved_by: null,
  edited_at: null,
};
const webhook = {
  id: 'whk_01jh8q4wbw',
  url: 'https://example.com/hooks/workbooks',
  events: ['artifact.updated'],
  status: 'active',
  ended_reason: null,
  failures: 0,
  paused_until: null,
};
const credential = { id: 'pat_01jh8q4w8s', name: 'nightly import', expires_at: '2026-04-05T09:30:00.000Z' };
const invitation = { id: 'inv_01jh8q4wcx', expires_at: '2026-01-12T09:30:00.000Z' };
const source = { id: 'src_01jh8q4w4n', reader: null };
const result = {
  id: 'res_01jh8q4w6s',
  columns: [
    { name: 'region', type: 'VARCHAR', masked: false },
    { name: 'total', type: 'BIGINT', masked: false },
  ],
  rows: [{ region: 'north', total: 4120 }],
  row_count: 1,
  total_row_count: 1,
  truncated_by: null,
};
const conflict = {
  id: 'cfl_01jh8q4w9t',
  kind: 'stale_override',
  table: 'totals',
  column: 'total',
  base: 120,
};
const sheet = { id: 'sht_01jh8q4wbw', name: 'monthly' };
const sheetBlocks = [
  { kind: 'heading', text: 'Sales by region', level: 1 },
  { kind: 'table_view', table: 'sales', totals: [{ column: 'amount', fn: 'sum' }] },
];
const outcome = { unchanged: [], failed: [], skipped: [] };
const transform = { id: 'trf_01jh8q4w6r', name: 'totals', row_count: 4, key: ['region'] };

const alternative = {
  id: 'r1.b',
  why: [{ text: 'Periods stay columns.', code: 'alternative-periods-across', params: {} }],
  tables: [
    {
      name: 'sales',
      columns: ['region', '2024', '2025'],
      column_count: 3,
      rows: 4,
      first_rows: [['north', '100', '120']],
    },
  ],
  table_count: 1,
  confidence: 0.62,
};

const reading = {
  confidence: 0.74,
  doubts: [],
  questions: [
    {
      id: 'r1.periods',
      text: 'The columns 2023 to 2025 are periods. Is there to be a row for each?',
      choices: ['long', 'wide'],
      default: 'long',
      sheet: 'Sheet1',
    },
  ],
  faults: [
    {
      code: 'total_disagrees',
      params: { count: 1 },
      text: 'D8 says 45, but its parts give 44.',
      sheet: 'Sheet1',
      cell: 'D8',
    },
  ],
  alternatives: [{ ...alternative, sheet: 'Sheet1' }],
  kept_as_sheet: [],
  alternatives_cut: false,
  more: { doubts: 0, questions: 0, faults: 0, alternatives: 0 },
  read_by: 'rules',
};

const pageLink = {
  id: 'plk_01jh8q4w7p',
  kind: 'sheet',
  subject: 'Sales 2026',
  version: null,
  frame_origins: ['https://intranet.example.com'],
  expires_at: '2027-03-31T00:00:00.000Z',
};

/** Values of fields in the examples of single schemas, which take precedence over those above. */
const schemas: Record<string, Record<string, unknown>> = {
  A1WriteRequest: { range: 'A2', values: [['north', 120]], expected_version: 7 },
  Account: { id: 'acc_01jh8q4w3n', name: 'Example Ltd.' },
  AddColumnRequest: { column: 'discount', type: 'DOUBLE', default: 0, expected_version: 7 },
  AccountAutoTopupRequest: { enabled: true, amount: 5000, threshold: 1000 },
  AlterColumnRequest: { type: 'DOUBLE', expected_version: 7 },
  AnnotateRequest: { annotations: [{ row_id: 5, column: 'amount', style: { bold: true }, note: 'checked' }] },
  ArtifactStateResponse: { type: 'table', state: 'archived' },
  ArtifactSummary: { ...table, schema: [{ name: 'amount', type: 'BIGINT' }] },
  AuditEntry: {
    user_email: 'ann@example.com',
    user_name: 'Ann',
    detail: { tag: 'pay', role: '*', effect: 'mask' },
  },
  Schedule: {
    subject: 'Sales.xlsx',
    subject_id: 'lnk_01jh8q4wbx',
    every: null,
    cron: '0 8 * * 1-5',
    time_zone: 'Asia/Tokyo',
    url: null,
    running_job_id: null,
    paused_because: null,
    last_run: {
      job_id: 'job_01jh8q4w7r',
      finished_at: '2026-01-05T23:00:04.000Z',
      outcome: 'succeeded',
      changed: true,
      error: null,
    },
  },
  ScheduleRun: {
    job_id: 'job_01jh8q4w7r',
    started_at: '2026-01-05T23:00:01.000Z',
    finished_at: '2026-01-05T23:00:04.000Z',
    outcome: 'succeeded',
    changed: true,
    error: null,
  },
  Subscription: {
    sheet: 'Report',
    sheet_id: 'sht_01jh8q4w7m',
    workbook_title: 'Sales',
    title: 'Weekly sales',
    every: null,
    cron: '0 8 * * 1',
    time_zone: 'Asia/Tokyo',
    file: 'attach',
    language: 'en',
    at_most_every: null,
    running_job_id: null,
    paused_because: null,
    last_run: null,
  },
  CreateSubscriptionRequest: { cron: '0 8 * * 1', time_zone: 'Asia/Tokyo', file: 'attach', language: 'en' },
  UpdateSubscriptionRequest: { state: 'paused' },
  PageLink: { ...pageLink },
  WorkspaceLink: { ...pageLink, workbook_title: 'Sales' },
  CreatedPageLink: { ...pageLink, url: 'https://data.example.com/shared/EXAMPLE' },
  FileReading: reading,
  UploadAnswer: { reading },
  ChangePasswordRequest: { current: 'correct horse battery', new: 'quiet harbour seven lamps' },
  ConfirmTotpRequest: { code: '287082' },
  DeleteMeRequest: { confirm: 'ann@example.com' },
  ChangedTable: { ...table, schema: [{ name: 'amount', type: 'BIGINT' }] },
  ColumnInfo: { name: 'amount', formula: null },
  ColumnProfile: { name: 'amount', nulls: 0, distinct: 87, min: 1, max: 990 },
  Conflict: conflict,
  BindRequest: { actor: 'nightly sync' },
  CreateAccountRequest: { name: 'Example Ltd.' },
  CreatedInvitation: { ...invitation, url: 'https://data.example.com/invitations/EXAMPLE', mailed: true },
  CreatedKey: { ...credential, id: 'key_01jh8q4w8t', prefix: 'svc_key_EX' },
  CreatedToken: credential,
  CreateTableRequest: {
    columns: [
      { name: 'region', type: 'VARCHAR' },
      { name: 'amount', type: 'BIGINT' },
    ],
  },
  CreateTableResponse: { table: { ...table, edit_version: 1, layer: 'base', table_name: 'sales' } },
  CreateTokenRequest: { name: 'nightly import', scopes: ['workbooks:write'] },
  CreateWebhookRequest: { url: webhook.url, events: webhook.events },
  Comment: comment,
  CreateCommentRequest: { target: { row_id: 5, column: 'amount' }, text: comment.text },
  UpdateCommentRequest: { resolved: true },
  CreatedWebhook: { ...webhook, secret: 'whsec_EXAMPLE' },
  CreditBucket: { name: 'monthly' },
  DeleteAnnotationsRequest: { targets: [{ row_id: 5, column: 'amount' }] },
  DeletedSource: { id: source.id },
  DeletedTransform: { id: transform.id, name: 'totals' },
  DeleteRowsRequest: { row_ids: [5, 6], expected_version: 7 },
  DescriptionRequest: { description: 'What was sold, in euros' },
  DropOverridesRequest: { cells: [{ row_id: 5, column: 'total' }], expected_version: 3 },
  ExportRequest: { tables: ['sales'], format: 'csv' },
  Invitation: invitation,
  Job: {
    id: 'job_01jh8q4w7r',
    kind: 'ingest',
    status: 'running',
    subject: 'sales.xlsx',
    progress: { stage: 'reading', percent: 40 },
    result: null,
  },
  Key: { ...credential, id: 'key_01jh8q4w8t', prefix: 'svc_key_EX' },
  Lineage: {
    nodes: [
      { id: table.id, kind: 'table', name: 'sales' },
      { id: transform.id, kind: 'transform', name: 'totals' },
    ],
    edges: [{ from: table.id, to: transform.id }],
    column_edges: [],
  },
  MergeAnswer: { summary: 'Merged sales: 1 row was changed.', warnings: [] },
  MaterializeRequest: { regions: ['r1'] },
  ModelRequest: { model: 'example-model', why_not: null, instructions: 'You read spreadsheets. …' },
  Me: { credential: { kind: 'pat', id: credential.id } },
  Op: { kind: 'rows.upsert', code: null, undoable: true },
  OverrideList: { edit_version: 3 },
  ParseSpecUpdate: { spec_version: 1, accept: ['r1.s1'] },
  ProblemBody: {
    type: '/problems/version-conflict',
    title: 'The table has changed in the meantime',
    status: 409,
  },
  ProvisionWorkspaceRequest: { name: 'Team' },
  QueryAnswer: { ...result, elapsed_ms: 3.4 },
  QueryRequest: {
    sql: 'select region, sum(amount) as total from sales where amount > $1 group by region',
    params: [100],
  },
  PutSheetRequest: { title: 'Sales 2026', spec: { blocks: sheetBlocks } },
  RangeAnswer: { range: 'A2:B2', values: [['north', 120]] },
  ReceivedUpload: { id: 'upl_01jh8q4w7s' },
  RecomputeAnswer: outcome,
  RecomputeRequest: { tables: ['totals'] },
  RenameTableRequest: { name: 'sales_2026', expected_version: 7 },
  ResetPasswordRequest: { token: 'EXAMPLE', new: 'quiet harbour seven lamps' },
  SecondFactorRequest: { ticket: 'EXAMPLE', code: '287082' },
  TransferAccountRequest: { to: 'usr_01jh8q4w2k' },
  ResolvedConflict: {
    ...conflict,
    status: 'acknowledged',
    written_op_id: null,
    edit_version: null,
    stale: [],
  },
  ResultPage: { ...result, offset: 0 },
  Row: row,
  RowHistory: {
    changes: [
      {
        op_id: 42,
        kind: 'rows.upsert',
        edit_version: 8,
        user_id: 'usr_01jh8q4w2k',
        actor: null,
        at: AT,
        change: 'update',
        old: row,
        new: { ...row, amount: 130 },
      },
    ],
  },
  RowJsonSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'sales', type: 'object' },
  RowsPage: { truncated_by: null, total: 1, masked_columns: [], overridden_cells: [] },
  SetFormulaRequest: { column: 'gross', formula: '=[amount]*1.2', expected_version: 7 },
  SetPolicyRequest: { role: '*', effect: 'mask' },
  Snapshot: { id: 'snp_01jh8q4wbz' },
  Source: source,
  SourceDetail: source,
  SourcePreview: { range: 'A1:A2', cells: [{ cell: 'A1', kind: 'text', value: 'Region' }] },
  SpecColumn: { name: 'amount', source: 'B', type: 'BIGINT', role: 'value' },
  SpecRegion: {
    id: 'r1',
    range: 'A1:C401',
    row_roles: { group: [], derived: [] },
    reasons: ['one row of headers over rows of one kind'],
  },
  SpecSheet: { name: 'Sheet1', unassigned: [] },
  SyncBinding: { id: 'bnd_01jh8q4wbx', actor: 'nightly sync', warnings: [] },
  Table: { ...table, schema: [{ name: 'amount', type: 'BIGINT' }], masked_columns: [] },
  TableAccess: { proposed_rule: null, influences: [], warnings: [] },
  Token: credential,
  Transform: transform,
  TransformAnswer: { ...transform, ...outcome, recomputed: [] },
  TransformPlan: {
    columns: [{ name: 'total', type: 'BIGINT' }],
    inputs: [{ placeholder: 'sales', table: 'sales', edit_version: 8 }],
    lineage: [{ column: 'total', from: [{ table: 'sales', column: 'amount', exact: true }] }],
    influenced_by: [{ table: 'sales', column: 'region', exact: true }],
    would_recompute: [],
    dry_run: true,
  },
  TransformRequest: { name: 'totals', key: ['region'] },
  UpdateWorkbookRequest: { title: 'Sales 2026, checked' },
  UploadSlot: { id: 'upl_01jh8q4w7s', size: null, sha256: null },
  UpsertRowsAnswer: { inserted: 1, updated: 1, row_ids: [5, 401] },
  UpsertRowsRequest: {
    rows: [
      { __svc_row_id: 5, amount: 130 },
      { region: 'south', amount: 80 },
    ],
    expected_version: 7,
  },
  User: { id: 'usr_01jh8q4w2k', name: 'Ann' },
  SheetPreview: {
    language: 'en',
    blocks: [
      [{ kind: 'heading', text: 'Sales by region', level: 1 }],
      [
        {
          kind: 'table',
          title: null,
          show_header: true,
          columns: [{ name: 'amount', type: 'BIGINT', masked: false }],
          column_count: 1,
          rows: [[{ text: '1,200' }]],
          row_count: 1,
          totals: [{ fn: 'sum', cells: ['1,200'] }],
        },
      ],
    ],
  },
  Sheet: { ...sheet, spec: { blocks: sheetBlocks }, problems: [] },
  SheetSummary: { ...sheet, blocks: sheetBlocks.length },
  ValidateAnswer: {
    valid: true,
    errors: [],
    columns: [{ name: 'total', type: 'BIGINT' }],
    lineage: [{ column: 'total', from: [{ table: 'sales', column: 'amount', exact: true }] }],
  },
  VersionDiff: {
    from: 'January close',
    to: 'current',
    tables: [
      {
        name: 'sales',
        artifact_id: 'art_01jh8q4w5p',
        renamed_from: null,
        status: 'changed',
        columns: {
          added: ['discount'],
          removed: [],
          renamed: [{ from: 'amount', to: 'net_amount' }],
          retyped: [{ column: 'year', from: 'VARCHAR', to: 'BIGINT' }],
        },
        rows: { inserted: 0, deleted: 0, updated: 1 },
        cells: [{ row_id: 5, change: 'update', column: 'net_amount', old: 120, new: 130 }],
      },
    ],
  },
  Webhook: webhook,
  WebhookDelivery: {
    id: 'dlv_01jh8q4wcx',
    kind: 'artifact.updated',
    status: 'delivered',
    attempts: 1,
    last_status: 200,
    last_error: null,
    next_attempt_at: null,
  },
  Workbook: { id: 'wb_01jh8q4w4m' },
  Workspace: { id: 'ws_01jh8q4w3p', name: 'Personal' },
  WorkspaceMember: { id: 'usr_01jh8q4w2k', name: 'Ann' },
};

type Json = Record<string, unknown>;

/** TypeBox copies the schema of an optional field, but not the fields in it. */
const nameOf = new Map(
  namedSchemas.map(([name, schema]) => [schema.properties ?? schema.patternProperties ?? schema, name]),
);

/** An example of the schema, as the value of the field with this name. */
export function exampleOf(schema: TSchema, field = ''): unknown {
  const name = nameOf.get(schema.properties ?? schema.patternProperties ?? schema) ?? '';
  if ('const' in schema) return schema.const;
  const known = field in fields ? fields[field] : /(^|_)at$/.test(field) ? AT : undefined;
  const choices = (schema.anyOf ?? schema.oneOf) as TSchema[] | undefined;
  if (choices) return exampleOfChoice(choices, field, known);
  if (schema.enum) return (schema.enum as unknown[]).includes(known) ? known : schema.enum[0];
  switch (schema.type) {
    case 'object':
      return exampleOfObject(schema, schemas[name], known);
    case 'array':
      return [exampleOf(schema.items as TSchema, field)];
    case 'string':
      return textOf(known) ?? schema.default ?? schema.examples?.[0] ?? NO_EXAMPLE;
    case 'integer':
    case 'number':
      return typeof known === 'number' ? known : (schema.default ?? schema.minimum ?? 1);
    case 'boolean':
      return typeof known === 'boolean' ? known : (schema.default ?? false);
    case 'null':
      return null;
    default:
      return known ?? 'north';
  }
}

const textOf = (known: unknown): string | undefined =>
  typeof known === 'string' || typeof known === 'number' ? String(known) : undefined;

function exampleOfChoice(choices: TSchema[], field: string, known: unknown): unknown {
  const isNullable = choices.some(({ type }) => type === 'null');
  if (isNullable && known === null) return null;
  const [first] = choices.filter(({ type }) => type !== 'null');
  return first && exampleOf(first, field);
}

/** Omits optional fields, unless they are given for this schema. */
function exampleOfObject(
  { properties = {}, required = [] }: TSchema,
  own: Json = {},
  known: unknown,
): unknown {
  const names = (required as string[]).filter((name) => !(name in own));
  const derived = names.map((name) => [name, exampleOf((properties as Json)[name] as TSchema, name)]);
  const isMap = Object.keys(properties).length === 0 && typeof known === 'object';
  return { ...Object.fromEntries(derived), ...(isMap && known), ...own };
}
