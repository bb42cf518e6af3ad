import type { ColumnType, Generated } from 'kysely';
import type { BaseRole } from '../core/scopes.js';
import type { StoredUploadStatus } from '../core/upload-status.js';

/**
 * A column that refers to a blob and so keeps it from being swept; text to whoever reads or writes it. What such
 * columns there are follows from this type: see `blob-references.ts`.
 */
export interface BlobHash extends ColumnType<string, string, string> {
  readonly refersToBlob: true;
}

/**
 * The catalog's tables as both databases hold them. Times are RFC 3339 text in UTC, so that they sort;
 * JSON is text, so that one query language serves both databases.
 */
export interface Schema {
  settings: { key: string; value: string };

  users: { id: string; email: string; name: string | null; password_hash: string | null; created_at: string };
  sessions: {
    id: string;
    user_id: string;
    created_at: string;
    expires_at: string;
    revoked_at: string | null;
  };
  accounts: {
    id: string;
    owner_user_id: string;
    kind: 'default' | 'developer';
    name: string;
    created_at: string;
  };
  workspaces: {
    id: string;
    account_id: string;
    name: string;
    kind: 'personal' | 'managed';
    residency: string | null;
    created_at: string;
  };
  workspace_members: {
    workspace_id: string;
    user_id: string;
    base_role: BaseRole;
    custom_roles: string;
  };
  credentials: {
    id: string;
    kind: 'pat' | 'key';
    user_id: string;
    account_id: string;
    name: string | null;
    secret_hash: string;
    prefix: string;
    scopes: string;
    resource: string;
    rate_limit_per_minute: number;
    created_at: string;
    created_by: string;
    expires_at: string | null;
    revoked_at: string | null;
  };
  /** Failed sign-ins, by a keyed hash of account and address. */
  sign_in_attempts: { key: string; failures: number; last_at: string; succeeded_at: string | null };
  /** The token audit log: requests per credential and UTC day. */
  credential_usage: { credential_id: string; day: string; requests: number };

  workbooks: {
    id: string;
    workspace_id: string;
    owner_user_id: string;
    title: string;
    description: string | null;
    last_op_id: Generated<number>;
    created_at: string;
    updated_at: string;
  };
  sources: {
    id: string;
    workbook_id: string;
    name: string;
    filename: string;
    blob_hash: BlobHash;
    size: number;
    format: string | null;
    reader: string | null;
    mode: 'auto' | 'staged';
    status: 'registered' | 'analyzed' | 'materialized' | 'failed';
    created_at: string;
    created_by: string;
    /** Why it is `failed`. */
    failure: string | null;
  };
  /** Every revision of a source that was revised, the one that `sources` shows among them. */
  source_revisions: {
    source_id: string;
    revision: number;
    blob_hash: BlobHash;
    size: number;
    filename: string;
    created_at: string;
    created_by: string;
  };
  /** How a source is to be read, as proposed or corrected; the latest version counts. */
  parse_specs: {
    source_id: string;
    spec_version: number;
    sheets: string;
    made_by: 'structuring' | 'person';
    created_at: string;
  };
  /** What came of structuring a source: cells left out, totals that hold or do not. */
  source_findings: { source_id: string; coverage: string; reconciliation: string };

  /** Places where files will arrive by themselves; past `expires_at` one is of no more use. */
  upload_slots: {
    id: string;
    workbook_id: string;
    filename: string;
    mode: 'auto' | 'staged';
    structuring: 'auto' | 'skip' | 'defer';
    status: StoredUploadStatus;
    /** Null until the bytes are there. */
    blob_hash: BlobHash | null;
    size: number | null;
    created_at: string;
    created_by: string;
    expires_at: string;
  };

  tables: {
    id: string;
    workbook_id: string;
    name: string;
    /** The name as compared: SQL sees names without regard to case. */
    name_key: string;
    kind: 'base' | 'derived';
    state: 'active' | 'archived';
    description: string | null;
    edit_version: number;
    row_count: number;
    next_row_id: number;
    source_id: string | null;
    source_sheet: string | null;
    search_text: string;
    /** Of a derived table: since when its inputs have moved on. */
    stale_since: string | null;
    /** Row edits since the latest segment. */
    tail_edits: number;
    /** The JSON of those edits. */
    tail_bytes: number;
    created_at: string;
    updated_at: string;
  };
  /** Tables that structuring made of a sheet, with the place of each cell in it as a Parquet blob. */
  structured_tables: {
    table_id: string;
    raw_table_id: string | null;
    role: 'table' | 'level' | 'computed' | 'accounts' | 'notes';
    spec_version: number | null;
    provenance_hash: BlobHash;
    /** By column id, from which columns of the sheet its cells came, counted from 0. */
    sheet_columns: string;
  };
  /** Where the cells of a table stood in the file that it was landed from. */
  table_origins: { table_id: string; origin: string };
  /**
   * What the latest revision of its file holds of a table, under the table's row and column ids and without any
   * edit, as a Parquet blob; of a table that was never revised, version 1 is that.
   */
  table_landings: { table_id: string; blob_hash: BlobHash; columns: string };
  /** The columns of a table from `version` on, until a later entry. */
  table_schemas: { table_id: string; version: number; columns: string };
  /** Full content of a table at `version`, as one Parquet blob. */
  table_segments: { table_id: string; version: number; blob_hash: BlobHash; size: number; row_count: number };
  /** What each version did: the table's log. */
  table_versions: {
    table_id: string;
    version: number;
    op_id: number;
    row_count: number;
    created_at: string;
  };
  row_edits: {
    table_id: string;
    version: number;
    row_id: number;
    kind: 'insert' | 'update' | 'delete';
    after: string | null;
  };

  /** Which tables a derived table is computed from. */
  table_inputs: { table_id: string; input_id: string };
  /** What derived tables are computed by. */
  transforms: {
    id: string;
    workbook_id: string;
    name: string;
    /** The name as compared, as of tables. */
    name_key: string;
    kind: 'sql' | 'python';
    code: string;
    /** Table ids by placeholder. */
    args: string;
    output_table_id: string;
    /** Names of the columns that row ids follow from; null where they follow from the whole row. */
    key: string | null;
    /** A secret that row ids are made with. */
    row_salt: string;
    description: string | null;
    /** Who made or last changed it: it sees what this user may see. */
    owner_user_id: string;
    /** What the latest run was made of; null before the first. */
    run_signature: string | null;
    created_at: string;
    updated_at: string;
  };
  /**
   * Which columns of its inputs each column of a derived table follows from and which decide about its rows, from
   * `version` on, until a later entry.
   */
  table_lineage: { table_id: string; version: number; edges: string };
  /**
   * Cells of derived tables that hold something else than was computed, from `since_version` on and before
   * `until_version`. `value` and `computed` are JSON; `computed` is null where the cell is not there any more.
   */
  overrides: {
    table_id: string;
    row_id: number;
    column_id: string;
    since_version: number;
    until_version: number | null;
    value: string;
    computed: string | null;
    op_id: number;
    user_id: string;
    actor: string | null;
    created_at: string;
  };
  /** Cells that wait for a person to look at them; values are JSON. */
  conflicts: {
    id: string;
    workbook_id: string;
    table_id: string;
    row_id: number;
    column_id: string;
    /** The last version that had the column and the value that stood in it. */
    version: number;
    kind: 'overwrite' | 'stale_override';
    status: 'open' | 'acknowledged' | 'reverted' | 'dropped';
    base: string | null;
    previous: string | null;
    incoming: string | null;
    op_id: number;
    created_at: string;
    resolved_at: string | null;
    resolved_by: string | null;
    note: string | null;
  };
  /** Styles and notes; row 0 stands for the whole column, the empty column id for the whole row. */
  annotations: { table_id: string; row_id: number; column_id: string; style: string; note: string | null };

  column_tags: { table_id: string; column_id: string; tag: string };
  policies: {
    workbook_id: string;
    tag: string;
    role: string;
    effect: 'mask' | 'deny' | 'allow';
    /** Whether rows that tagged columns influence are shown to those who may not see the columns; null: by effect. */
    influence: 'allow' | 'deny' | null;
  };

  ops: {
    workbook_id: string;
    op_id: number;
    kind: string;
    table_id: string | null;
    user_id: string;
    credential_id: string | null;
    actor: string | null;
    /** What was done, and the input that would do it again; see `core/operations.ts`. */
    operation: string;
    input: string;
    created_at: string;
    /** The op that took it back. */
    undone_by: number | null;
  };
  /** The head of each audit chain, and how much of the chain was verified already. */
  audit_chains: {
    chain: string;
    length: number;
    head_hash: string;
    /** Of the head, by the audit key; null in a chain of before there was a key. */
    head_mac: string | null;
    verified_length: Generated<number>;
    verified_hash: string | null;
    /** How far the latest round of verifying the verified part again has come. */
    rechecked_length: Generated<number>;
    /** Counted up by triggers whenever an entry is altered, removed or put in out of place. */
    disturbances: Generated<number>;
    /** How long the chain of a workbook was when its head was last written into that of its account. */
    anchored_length: Generated<number>;
  };
  audit_entries: {
    chain: string;
    seq: number;
    at: string;
    user_id: string | null;
    credential_id: string | null;
    request_id: string | null;
    action: string;
    target: string | null;
    detail: string;
    prev_hash: string;
    hash: string;
  };
  /** Events waiting for the webhook relay and for live pages. */
  outbox: { id: string; workbook_id: string; kind: string; data: string; created_at: string };

  /** What accounts spent. */
  credit_entries: {
    id: string;
    account_id: string;
    workbook_id: string | null;
    kind: 'structuring';
    subject: string;
    credits: number;
    created_at: string;
  };

  jobs: {
    id: string;
    workbook_id: string;
    user_id: string;
    credential_id: string | null;
    kind: string;
    status: 'pending' | 'running' | 'succeeded' | 'failed';
    input: string;
    /** The file that it will read. */
    blob_hash: BlobHash | null;
    progress: string | null;
    result: string | null;
    error: string | null;
    lease_owner: string | null;
    lease_until: string | null;
    attempts: number;
    /** How many of its attempts ended in a fault of ours, after which it was to be tried again. */
    retries: Generated<number>;
    /** Of a pending job that failed before: not to be tried again until then. */
    next_attempt_at: string | null;
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
  };
  /**
   * Every blob that this catalog has put into its store. `released_at`: since when nothing refers to it;
   * `trashed_at`: when a copy of it went to the trash. Writing it again clears the first.
   */
  blobs: {
    hash: string;
    size: number;
    /** 1 where it only ever held results, which can be computed again. */
    disposable: number;
    written_at: string;
    released_at: string | null;
    trashed_at: string | null;
  };
  results: {
    id: string;
    workbook_id: string;
    user_id: string;
    /** A Parquet file, or null where `rows` holds the result as JSON. */
    blob_hash: BlobHash | null;
    rows: string | null;
    columns: string;
    row_count: number;
    /** Rows that there would be without a cap; null where that is not known. */
    total_rows: number | null;
    capped: number;
    /** What it takes of the account's room for results. */
    bytes: Generated<number>;
    account_id: string | null;
    tables: string;
    policy_fingerprint: string;
    created_at: string;
    expires_at: string;
  };
  idempotency_answers: {
    credential_id: string;
    key: string;
    request_hash: string;
    answer: string;
    expires_at: string;
  };
}
