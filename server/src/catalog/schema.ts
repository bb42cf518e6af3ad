import type { Interval, PauseReason, ScheduleKind } from '@workbook-data-service/contract/schedules';
import type { MailLanguage, ReportFile } from '@workbook-data-service/contract/subscriptions';
import type { ColumnType, Generated } from 'kysely';
import type { ChartType } from '../core/chart-parameters.js';
import type { CreditBucketName } from '../core/plans.js';
import type { DriveProvider } from '../core/provenance.js';
import type { ReadingModelSetting } from '../core/reading-model.js';
import type { Visibility } from '../core/rights.js';
import type { BaseRole } from '../core/scopes.js';
import type { StoredSaying } from '../core/stored-saying.js';
import type { StoredUploadStatus } from '../core/upload-status.js';
import type { KeptStates } from './op-states.js';

/**
 * A column that refers to a blob and so keeps it from being swept. Queries read and write it as a string; the type
 * marks the column for `blob-references.ts`.
 */
export interface BlobHash extends ColumnType<string, string, string> {
  readonly refersToBlob: true;
}

/** What the holder of a mailed link may do. */
export type MailedLinkPurpose = 'prove_address' | 'reset_password';

/** What the authorization server keeps, as oidc-provider calls it. */
export type OAuthRecordKind =
  | 'Interaction'
  | 'AuthorizationCode'
  | 'DeviceCode'
  | 'RefreshToken'
  | 'AccessToken';

/** Who ended a grant: its user, the app, or the service, because a code or refresh token came twice. */
export type GrantEnd = 'user' | 'app' | 'reuse';

/**
 * The tables of the catalog, the same in both databases. Times are RFC 3339 text in UTC, so that they sort; JSON is
 * text, so that the same queries run on both databases.
 */
export interface Schema {
  settings: { key: string; value: string };

  users: {
    id: string;
    email: string;
    name: string | null;
    password_hash: string | null;
    created_at: string;
    /** When and how the address was proven to be theirs; null while it was only typed into a form. */
    proven_at: string | null;
    proven_by: 'operator' | 'mail' | 'oidc' | null;
    /** The history still names a deleted user; nothing else of them is left. */
    deleted_at: string | null;
  };
  sessions: {
    id: string;
    user_id: string;
    created_at: string;
    expires_at: string;
    revoked_at: string | null;
    /** Where it began, as its User-Agent said. */
    device: string | null;
    /** Where it was last used from, to the minute, as `last_used_at`. */
    address: string | null;
    last_used_at: string | null;
    /** When its user last proved who they are. */
    proved_at: string | null;
  };
  /** The shared secret of an authenticator app, sealed; a second factor once it is confirmed. */
  totp_secrets: {
    user_id: string;
    secret: string;
    created_at: string;
    confirmed_at: string | null;
    /** The time step of the latest code that was taken: a code works once. */
    last_step: Generated<number>;
  };
  /** Public keys of authenticators. */
  passkeys: {
    id: string;
    user_id: string;
    /** What the authenticator calls it. */
    credential_id: string;
    public_key: string;
    counter: number;
    transports: string;
    name: string;
    created_at: string;
    last_used_at: string | null;
  };
  /** What replaces a lost second factor, each once. */
  recovery_codes: { user_id: string; code_hash: string };
  /** The users of an OpenID Connect provider. */
  user_identities: { issuer: string; subject: string; user_id: string; created_at: string };
  /**
   * Sign-ins and authorizations on the way through another site, an authenticator or a second factor, from their beginning
   * until the callback or `expires_at`. `secrets` is sealed JSON.
   */
  authorization_flows: {
    state_hash: string;
    provider: 'oidc' | 'second-factor' | 'passkey' | 'passkey-sign-in' | DriveProvider;
    /** The user who authorizes, or whose password was right; null while signing in. */
    user_id: string | null;
    secrets: string;
    expires_at: string;
  };
  /** Whose drives the service may read; the refresh token is sealed. */
  drive_grants: {
    user_id: string;
    provider: DriveProvider;
    refresh_token: string;
    /** The name of the drive's owner. */
    account: string | null;
    created_at: string;
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
    /** A declaration only. */
    residency: string | null;
    preprocess_rules: string | null;
    /** Which sheets a language model may read; null where nobody has decided. */
    reading_model: ReadingModelSetting | null;
    /** Declared linkage to an identity provider, as JSON. */
    idp_config: string | null;
    /** 1 if members without a second factor may not enter its workbooks. */
    requires_second_factor: Generated<number>;
    /** 1 if nothing of it may be shown by links. */
    forbids_links: Generated<number>;
    created_at: string;
  };
  workspace_members: {
    workspace_id: string;
    user_id: string;
    base_role: BaseRole;
    custom_roles: string;
  };
  /** Who may join a workspace; gone once accepted or withdrawn. */
  invitations: {
    id: string;
    workspace_id: string;
    email: string;
    base_role: BaseRole;
    custom_roles: string;
    token_hash: string;
    created_by: string;
    created_at: string;
    expires_at: string;
    /** 1 if the link left the service only by mail to the address, so that holding it proves the address. */
    mailed_only: Generated<number>;
  };
  /** Whom the owner of an account vouches for though their address is not proven; it counts in that account alone. */
  confirmed_users: { account_id: string; user_id: string; confirmed_by: string; confirmed_at: string };
  /** Who has accepted an invitation but is neither proven nor confirmed, and so has no rights yet. */
  unconfirmed_members: {
    workspace_id: string;
    user_id: string;
    base_role: BaseRole;
    custom_roles: string;
    invited_by: string;
    accepted_at: string;
  };
  /** Links in mails to the address of a user; each works once. */
  mailed_links: {
    token_hash: string;
    user_id: string;
    purpose: MailedLinkPurpose;
    created_at: string;
    expires_at: string;
  };
  credentials: {
    id: string;
    /** A grant is what a user lets an app do; its secrets are the tokens in `oauth_records`. */
    kind: 'pat' | 'key' | 'grant';
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
    /** To the minute. */
    last_used_at: string | null;
  };
  /** Apps that registered themselves; those that publish their metadata at their id are not stored. */
  oauth_clients: {
    id: string;
    metadata: string;
    secret_hash: string | null;
    created_at: string;
    /** When a user last let it act for them. */
    used_at: string | null;
  };
  /** The app of each grant, which is the credential with the same id. */
  oauth_grants: {
    id: string;
    client_id: string;
    /** JSON of `OAuthClient`: how the app was presented to the user. */
    client: string;
    /** JSON: the resource indicators that the app may ask tokens for. */
    audiences: string;
    ended_by: GrantEnd | null;
  };
  /** What the authorization server keeps for a time, by a hash of its secret: requests, codes and tokens. */
  oauth_records: {
    id_hash: string;
    kind: OAuthRecordKind;
    /** The credential that it belongs to, once the user has agreed. */
    grant_id: string | null;
    user_code_hash: string | null;
    payload: string;
    consumed_at: string | null;
    expires_at: string;
  };
  /** Which node does a task for all of them, and until when. */
  upkeep_turns: { task: string; holder: string; until: string };
  /** Failed sign-ins, by a keyed hash of account and address. */
  sign_in_attempts: { key: string; failures: number; last_at: string; succeeded_at: string | null };
  /** The token audit log: requests per credential and UTC day. */
  credential_usage: { credential_id: string; day: string; requests: number };
  /** Usage per account and UTC day; what is stored is the last sample of the day. */
  account_days: {
    account_id: string;
    day: string;
    requests: Generated<number>;
    ops: Generated<number>;
    storage_bytes: number | null;
    tables: number | null;
  };

  workbooks: {
    id: string;
    workspace_id: string;
    owner_user_id: string;
    title: string;
    description: string | null;
    /** Whether the members of the workspace may enter, or only its owner. */
    visibility: Generated<Visibility>;
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
    failure: StoredSaying | null;
    /** Where the service fetched the file, as JSON; null if it was uploaded. See `core/provenance.ts`. */
    provenance: string | null;
  };
  /** Every revision of a source that was revised, including the current one in `sources`. */
  source_revisions: {
    source_id: string;
    revision: number;
    blob_hash: BlobHash;
    size: number;
    filename: string;
    created_at: string;
    created_by: string;
  };
  /** Files that live elsewhere and change; each feeds a source. */
  file_links: {
    id: string;
    workbook_id: string;
    source_id: string;
    filename: string;
    provider: 'local' | DriveProvider;
    /** The file's id in its drive. */
    external_id: string | null;
    /** Where a local file lives, as its owner says, or whose drive the file is in. */
    origin: string;
    created_at: string;
    created_by: string;
  };
  file_link_versions: {
    link_id: string;
    n: number;
    kind: 'link' | 'sync' | 'revert';
    filename: string;
    blob_hash: BlobHash;
    size: number;
    modified_by: string | null;
    modified: string | null;
    /** What the drive calls this version of the content. */
    external_version: string | null;
    /** The state of the workbook with this version. */
    snapshot_id: string | null;
    op_id: number;
    synced_at: string;
    created_by: string;
  };
  /** How to read a source, as proposed or corrected; the latest version applies. */
  parse_specs: {
    source_id: string;
    spec_version: number;
    sheets: string;
    made_by: 'structuring' | 'person';
    created_at: string;
  };
  /** Findings from structuring a source: cells left out, totals that match or do not. */
  source_findings: { source_id: string; coverage: string; reconciliation: string };

  /** Destinations for files that are uploaded separately, usable until `expires_at`. */
  upload_slots: {
    id: string;
    workbook_id: string;
    filename: string;
    mode: 'auto' | 'staged';
    structuring: 'auto' | 'skip' | 'defer';
    status: StoredUploadStatus;
    /** Null until the bytes have been uploaded. */
    blob_hash: BlobHash | null;
    size: number | null;
    created_at: string;
    created_by: string;
    expires_at: string;
  };

  /** The tables that are not deleted: a view of `all_tables`, which is what is written. */
  tables: {
    id: string;
    workbook_id: string;
    name: string;
    /** The normalized name, for comparison: SQL ignores the case of names. */
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
    /** When the inputs of a derived table first changed after its latest run. */
    stale_since: string | null;
    /** Row edits since the latest segment. */
    tail_edits: number;
    /** The size of the JSON of those edits. */
    tail_bytes: number;
    created_at: string;
    updated_at: string;
  };
  /** Also deleted tables that a snapshot or an open branch names, which can come back. */
  all_tables: Schema['tables'] & { deleted_at: string | null };
  /** Tables that structuring made from a sheet, with the place of each cell in it as a Parquet blob. */
  structured_tables: {
    table_id: string;
    raw_table_id: string | null;
    role: 'table' | 'level' | 'computed' | 'accounts' | 'notes';
    spec_version: number | null;
    provenance_hash: BlobHash;
    /** By column id, the columns of the sheet that its cells came from, counted from 0. */
    sheet_columns: string;
  };
  /** Where the cells of a table were in the file that it was landed from. */
  table_origins: { table_id: string; origin: string };
  /** What a language model answered about sheets, by the hash of what it was asked; it ends with the workspace. */
  model_answers: {
    workspace_id: string;
    question_hash: string;
    /** Null where the answer was of no use: the question may be asked again. */
    answer: string | null;
    /** Read and written since the question was first asked. */
    tokens: number;
    answered_at: string;
  };
  /** How somebody looks at a table. */
  table_views: {
    id: string;
    table_id: string;
    owner_id: string;
    name: string;
    name_key: string;
    /** 1 if everybody who can open the table sees it, 0 if its owner alone does. */
    is_shared: number;
    /** A `StoredView` as JSON. */
    definition: string;
    created_at: string;
    updated_at: string;
  };
  /** What people say about a table, a row or a cell. */
  comments: {
    id: string;
    table_id: string;
    /** The first comment of its thread; its own id if it is the first. */
    thread_id: string;
    /** Zero for the table. */
    row_id: number;
    /** Empty for a row or the table. */
    column_id: string;
    author_id: string;
    text: string;
    /** Ids of users as JSON. */
    mentions: string;
    created_at: string;
    edited_at: string | null;
    /** Of the first comment of a thread, for all of it. */
    resolved_at: string | null;
    resolved_by: string | null;
  };
  /** Where users are at this moment, where several nodes tell each other. */
  presences: {
    page: string;
    /** A `Presence` as JSON. */
    place: string;
    until: string;
  };
  /** How files of one kind are read, as a person corrected one of them. */
  readings: {
    id: string;
    workspace_id: string;
    /** Where it was learned, and from which source, by whose columns it is decided who may see it. */
    workbook_id: string;
    source_id: string;
    name: string;
    /** The name of the file. */
    learned_from: string;
    decided_by: string | null;
    /** A `RememberedSheet` for each sheet. */
    sheets: string;
    /** A `ReadingTarget`; null where tables are made anew. */
    target: string | null;
    /** Counts changes. */
    revision: number;
    created_at: string;
    updated_at: string;
  };
  /** Which rows of a table came from which file, by what the file is of: a period, or its name. */
  table_parts: {
    table_id: string;
    part: string;
    source_id: string;
    /** The first and last id of each run. */
    row_ids: string;
    op_id: number;
  };
  /**
   * The content of a table in the latest revision of its file, with the table's row and column ids and without edits,
   * as a Parquet blob. For a table that was never revised, this is version 1.
   */
  table_landings: { table_id: string; blob_hash: BlobHash; columns: string };
  /** The columns of a table from `version` until the next entry. */
  table_schemas: { table_id: string; version: number; columns: string };
  /**
   * The content of a table from `version` on: one Parquet blob, or a list of those in `segment_files`, where then are some.
   * `size` is that of all. It contains the edits up to and including those of
   * `edits_after`: its own version, or the one before if edits of the version come on top, as after a restore.
   */
  table_segments: {
    table_id: string;
    version: number;
    blob_hash: BlobHash;
    size: number;
    row_count: number;
    edits_after: number;
  };
  /**
   * The Parquet files of a large segment, in the order of their positions: `rows` by disjoint ascending ranges of row ids,
   * then at most one with `edits` of these rows. A later segment may have the same files.
   */
  segment_files: {
    table_id: string;
    version: number;
    position: number;
    kind: 'rows' | 'edits';
    blob_hash: BlobHash;
    size: number;
    row_count: number;
    first_row_id: number;
    last_row_id: number;
  };
  /** Tables whose versions before `first_kept` were ended; `is_freed` is 1 once what these consisted of is deleted. */
  ended_history: { table_id: string; first_kept: number; is_freed: number };
  /** The log of a table: what each version changed. */
  table_versions: {
    table_id: string;
    version: number;
    op_id: number;
    row_count: number;
    created_at: string;
    /** 1 if its segment changed cells that are not among its edits. */
    rewrites: Generated<number>;
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
  /** The code that computes derived tables. */
  transforms: {
    id: string;
    workbook_id: string;
    name: string;
    /** The normalized name, as for tables. */
    name_key: string;
    kind: 'sql' | 'python';
    code: string;
    /** Table ids by placeholder. */
    args: string;
    output_table_id: string;
    /** Names of the columns that row ids are made from; null if they are made from the whole row. */
    key: string | null;
    /** A secret that goes into row ids. */
    row_salt: string;
    description: string | null;
    /** The user who created or last changed it, with whose permissions it reads. */
    owner_user_id: string;
    /** Identifies the inputs and code of the latest run; null before the first. */
    run_signature: string | null;
    created_at: string;
    updated_at: string;
  };
  /**
   * The input columns that each column of a derived table is computed from, and those that determine its rows, from
   * `version` until the next entry.
   */
  table_lineage: { table_id: string; version: number; edges: string };
  /** Runs of earlier releases, which recorded no influences: until they are traced, every input column counts as one. */
  untraced_runs: { table_id: string; version: number };
  /**
   * Cells of derived tables whose computed value was replaced, from `since_version` until before `until_version`.
   * `value` and `computed` are JSON; `computed` is null if the cell no longer exists.
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
  /** Cells that need a person's decision; values are JSON. */
  conflicts: {
    id: string;
    workbook_id: string;
    table_id: string;
    row_id: number;
    /** Empty if the conflict is about the whole row. */
    column_id: string;
    /** The last version with the column and the value that was in it. */
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
  /** States of a workbook that can be restored. */
  snapshots: {
    id: string;
    workbook_id: string;
    summary: string;
    event_type: string;
    /** 1 if the service made it by itself, as before a restore. */
    automatic: number;
    op_id: number;
    actor: string | null;
    created_at: string;
    created_by: string;
  };
  /** The tables of a snapshot, each a version of its log; `annotations` is JSON, null if there were none. */
  snapshot_tables: {
    snapshot_id: string;
    table_id: string;
    name: string;
    kind: 'base' | 'derived';
    state: 'active' | 'archived';
    edit_version: number;
    row_count: number;
    description: string | null;
    annotations: string | null;
  };
  /** The transforms of a snapshot; `definition` is JSON. */
  snapshot_transforms: { snapshot_id: string; transform_id: string; definition: string };
  /** Sheets and charts as a snapshot pins them. */
  snapshot_outputs: {
    snapshot_id: string;
    output_id: string;
    kind: 'sheet' | 'chart';
    definition: string;
  };
  /** Addresses of a report or chart, each with its own secret, that anybody can open. */
  page_links: {
    id: string;
    workbook_id: string;
    sheet_id: string | null;
    chart_id: string | null;
    token_hash: string;
    password_hash: string | null;
    /** The named version that it shows; null for the current state. */
    snapshot_id: string | null;
    version_label: string | null;
    /** A JSON list of origins whose pages may contain it. */
    frame_origins: string;
    expires_at: string | null;
    created_by: string;
    created_at: string;
    opens: number;
    last_opened_at: string | null;
  };
  /**
   * Tables at a version as some readers see them, in Parquet files for the engines of others. `view_digest` is made of the
   * columns that these readers see. They can be made again at any time.
   */
  parquet_copies: {
    id: string;
    workbook_id: string;
    account_id: string;
    table_id: string;
    version: number;
    view_digest: string;
    bytes: number;
    created_at: string;
    /** To the hour. */
    used_at: string;
  };
  /** `statistics` is a JSON object: what is in the file. */
  parquet_copy_files: {
    copy_id: string;
    position: number;
    blob_hash: BlobHash;
    size: number;
    statistics: string;
  };
  /** Named versions: labels on snapshots. */
  snapshot_labels: {
    workbook_id: string;
    label: string;
    snapshot_id: string;
    summary: string | null;
    created_at: string;
    created_by: string;
  };
  /** Exported files that can come back. */
  branches: {
    id: string;
    workbook_id: string;
    status: 'open' | 'closed';
    format: 'xlsx' | 'csv';
    filename: string;
    op_id: number;
    created_at: string;
    created_by: string;
    closed_at: string | null;
  };
  /**
   * The table as a branch's file showed it: at first a version, then, after the merge `op_id`, the merged file as a
   * Parquet blob with the table's row and column ids. The latest is the base of the next merge. `columns` is JSON: those
   * whose values the file contains.
   */
  branch_bases: {
    branch_id: string;
    table_id: string;
    op_id: number;
    version: number;
    columns: string;
    row_count: number;
    blob_hash: BlobHash | null;
  };
  /** Styles and notes; row 0 stands for the whole column, the empty column id for the whole row. */
  annotations: { table_id: string; row_id: number; column_id: string; style: string; note: string | null };

  /** External sheets that tables are meant to be synchronized with; `ownership_map` is JSON. */
  sync_bindings: {
    id: string;
    workbook_id: string;
    table_id: string;
    external_kind: 'google_sheets' | 'microsoft';
    external_ref: string;
    direction: 'pull' | 'push' | 'bidirectional';
    ownership_map: string | null;
    actor: string;
    created_at: string;
    created_by: string;
  };

  column_tags: { table_id: string; column_id: string; tag: string };
  policies: {
    workbook_id: string;
    tag: string;
    role: string;
    effect: 'mask' | 'deny' | 'allow';
    /** Whether callers who may not see the tagged columns see rows that these influence; null: by effect. */
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
    /** What was done, and the input that would repeat it; see `core/operations.ts`. */
    operation: string;
    input: string;
    created_at: string;
    /** The op that undid it. */
    undone_by: number | null;
  };
  /** What an op changed beside rows and columns, as JSON of how it was before; null if it was not there. */
  op_states: {
    workbook_id: string;
    op_id: number;
    kind: keyof KeptStates;
    object_id: string;
    before: string | null;
  };
  /** Blobs that the states of ops name. */
  kept_landings: {
    workbook_id: string;
    op_id: number;
    table_id: string;
    blob_hash: BlobHash | null;
    provenance_hash: BlobHash | null;
  };
  /** The head of each audit chain, and how much of the chain is already verified. */
  audit_chains: {
    chain: string;
    length: number;
    head_hash: string;
    /** The MAC of the head under the audit key; null in a chain from before there was a key. */
    head_mac: string | null;
    verified_length: Generated<number>;
    verified_hash: string | null;
    /** How much of the verified part the current round of re-verification has covered. */
    rechecked_length: Generated<number>;
    /** Incremented by triggers whenever an entry is altered, removed or inserted out of order. */
    disturbances: Generated<number>;
    /** The length of a workbook's chain when its head was last written into the chain of its account. */
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
  /**
   * What changes tell webhooks and live pages. An id is made before its change commits; the position, given after the
   * commit, is the order in which events are told, without gaps that may fill later.
   */
  outbox: {
    id: string;
    workbook_id: string;
    kind: string;
    data: string;
    created_at: string;
    /** Null until the event is published. */
    position: number | null;
  };
  /** One row; its lock makes publishers take turns. */
  event_counter: { id: 1; last_position: number };

  webhooks: {
    id: string;
    user_id: string;
    /** The account and the resource of the credential that created it: it reports nothing beyond them. */
    account_id: string | null;
    resource: string;
    url: string;
    /** A JSON list of kinds; empty for all. */
    events: string;
    /** Sealed. */
    secret: string;
    /** Sealed; until the given time messages are signed with it too. */
    previous_secret: string | null;
    previous_secret_until: string | null;
    status: 'active' | 'ended';
    ended_reason: string | null;
    created_at: string;
    /** Failed attempts since the last success. */
    failures: Generated<number>;
    /** When the first of its deliveries is due; null while none is to be attempted. */
    due_at: string | null;
    /** Nothing is sent before, because the receiver has just failed. */
    paused_until: string | null;
    lease_owner: string | null;
    lease_until: string | null;
  };
  /** A delivery holds its event, because events are kept for a shorter time. */
  webhook_deliveries: {
    id: string;
    webhook_id: string;
    event_id: string;
    /** That of the event, in whose order deliveries are sent; 0 in a test delivery. */
    position: number;
    /** Null in a test delivery. */
    workbook_id: string | null;
    kind: string;
    data: string;
    event_at: string;
    status: 'pending' | 'delivered' | 'failed' | 'given_up';
    attempts: Generated<number>;
    last_status: number | null;
    last_error: StoredSaying | null;
    /** Null unless it is to be attempted. */
    next_attempt_at: string | null;
    created_at: string;
  };

  /** Compositions of tables, texts and charts; `spec` names tables and charts by id. */
  sheets: {
    id: string;
    workbook_id: string;
    name: string;
    name_key: string;
    title: string | null;
    spec: string;
    created_at: string;
    created_by: string;
    updated_at: string;
  };
  charts: {
    id: string;
    workbook_id: string;
    name: string;
    name_key: string;
    chart_type: ChartType;
    table_id: string;
    title: string | null;
    /** The parameters that make it again, as JSON, with ids in place of the names of columns. */
    recipe: string;
    created_at: string;
    created_by: string;
    updated_at: string;
  };

  /** The ledger of credits: positive entries are gained, negative ones spent; a bucket holds the sum of its entries. */
  credit_entries: {
    id: string;
    account_id: string;
    workbook_id: string | null;
    kind:
      | 'structuring'
      | 'review'
      | 'reading'
      | 'opening'
      | 'grant'
      | 'expiry'
      | 'topup'
      | 'refund'
      | 'settlement';
    /** What it is for. Apart from spendings, an account has one entry of a kind and bucket for a subject. */
    subject: string;
    bucket: CreditBucketName;
    credits: number;
    created_at: string;
  };
  /** What the ledger of an account adds up to, written with its entries; its row is the lock of the ledger. */
  credit_balances: {
    account_id: string;
    /** The last month that was begun, as `2026-11`; empty at first. */
    month: string;
    /** How many credits were granted in that month so far. */
    granted: number;
    monthly: number;
    prepaid: number;
    overage: number;
    uncharged: number;
    /** The part of the overage that is older than that month. */
    arrears: number;
  };
  /** How an account pays: what Stripe last said of it, and what its owner has set. */
  billing: {
    account_id: string;
    customer_id: string | null;
    subscription_id: string | null;
    subscription_status: string | null;
    subscription_plan: 'solo' | 'pro' | null;
    subscription_interval: 'monthly' | 'annual' | null;
    current_period_end: string | null;
    /** Whether pay-as-you-go is enabled. */
    usage_billing: Generated<number>;
    card_id: string | null;
    card_brand: string | null;
    card_last4: string | null;
    auto_topup: Generated<number>;
    auto_topup_amount: number;
    auto_topup_threshold: number;
    /** Why auto-recharge was switched off by itself. */
    auto_topup_stopped: string | null;
    /** Why nothing more may be owed: what was owed could not be charged. */
    overage_stopped: string | null;
    /** Grows with every write, so that an older state of Stripe's objects never replaces a newer one. */
    revision: Generated<number>;
    updated_at: string;
  };
  /** What the service charges to a saved card by itself; `id` is the idempotency key at Stripe. */
  charges: {
    id: string;
    account_id: string;
    purpose: 'auto_topup' | 'settlement';
    credits: number;
    /** In the smallest unit of the currency. */
    amount: number;
    /** The card to charge; a repetition must name the same. */
    customer_id: string;
    card_id: string;
    state: 'pending' | 'succeeded' | 'failed';
    payment_id: string | null;
    error: string | null;
    attempts: Generated<number>;
    next_attempt_at: string | null;
    lease_owner: string | null;
    lease_until: string | null;
    created_at: string;
    finished_at: string | null;
  };
  /** The events of Stripe that were handled, so that a repetition changes nothing. */
  stripe_events: { id: string; kind: string; received_at: string };

  jobs: {
    id: string;
    workbook_id: string;
    user_id: string;
    credential_id: string | null;
    kind: string;
    status: 'pending' | 'running' | 'succeeded' | 'failed';
    input: string;
    /** The file that the job will read. */
    blob_hash: BlobHash | null;
    progress: string | null;
    result: string | null;
    error: StoredSaying | null;
    lease_owner: string | null;
    lease_until: string | null;
    attempts: number;
    /** The number of attempts that ended in an internal error and were to be retried. */
    retries: Generated<number>;
    /** The earliest time for the next attempt of a pending job that failed before. */
    next_attempt_at: string | null;
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
  };
  /** What the service does by itself, for one tracked file, source or derived table each. */
  schedule_runs: {
    schedule_id: string;
    job_id: string;
    /** Null of a run whose job was gone. */
    started_at: string | null;
    finished_at: string;
    outcome: 'succeeded' | 'failed';
    changed: number;
    error: StoredSaying | null;
  };
  schedules: {
    id: string;
    workbook_id: string;
    kind: ScheduleKind;
    file_link_id: string | null;
    source_id: string | null;
    table_id: string | null;
    /** The report that is mailed to its user. */
    sheet_id: string | null;
    /** Null, as `cron`, where it runs when data changed. */
    every: Interval | null;
    cron: string | null;
    time_zone: string | null;
    /** Where the file of a source is; sealed. */
    url: string | null;
    /** What the server said of the file when it was last fetched. */
    etag: string | null;
    last_modified: string | null;
    /** With whose rights it runs, within the reach of a credential where there was one. */
    user_id: string;
    credential_id: string | null;
    state: 'active' | 'paused';
    paused_because: PauseReason | null;
    /** Failed runs since the last success. */
    failures: number;
    /** When it is to run next; null where it runs when data changed. */
    due_at: string | null;
    /** Such a one runs before only if what it follows has changed again. */
    retry_at: string | null;
    /** The state of what it follows for which it last ran. */
    seen: string | null;
    /** The job of the latest run, which may be waiting or going on. */
    job_id: string | null;
    /** The latest run that has ended. */
    last_job_id: string | null;
    last_run_at: string | null;
    last_outcome: 'succeeded' | 'failed' | null;
    last_changed: number;
    last_error: StoredSaying | null;
    created_at: string;
  };
  /** What the mails of a schedule of a report are like, and the latest of them. */
  report_subscriptions: {
    schedule_id: string;
    created_by: string;
    file: ReportFile;
    /** Null for that of the report. */
    language: MailLanguage | null;
    /** How often it is mailed at most where that is when data changed. */
    at_most_every: Interval | null;
    /** Where links lead to if the service has no public address. */
    origin: string;
    /** The job whose mail was given to the mail server, or would have been if the process had not died. */
    sending_job_id: string | null;
    mailed_at: string | null;
    /** Of what was mailed. */
    mailed_digest: string | null;
  };
  /**
   * Every blob that this catalog has put into its store. `released_at`: when nothing referred to it any more;
   * `trashed_at`: when a copy was moved to the trash. Writing it again clears `released_at`.
   */
  blobs: {
    hash: string;
    size: number;
    /** 1 if the blob was only ever used for results, which can be computed again. */
    disposable: number;
    written_at: string;
    released_at: string | null;
    trashed_at: string | null;
  };
  results: {
    id: string;
    workbook_id: string;
    user_id: string;
    /** A Parquet file, or null if `rows` contains the result as JSON. */
    blob_hash: BlobHash | null;
    rows: string | null;
    columns: string;
    row_count: number;
    /** The number of rows without the cap; null if unknown. */
    total_rows: number | null;
    capped: number;
    /** Counts towards the account's limit for results. */
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
