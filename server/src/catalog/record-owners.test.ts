import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Schema } from './schema.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The only module that writes each of these tables, so that columns that depend on each other are written together. */
const owned = {
  account_days: 'features/usage/usage-records.ts',
  all_tables: 'catalog/table-records.ts',
  annotations: 'catalog/annotation-records.ts',
  audit_entries: 'catalog/change.ts',
  authorization_flows: 'catalog/authorization-flows.ts',
  billing: 'features/billing/update-billing.ts',
  branch_bases: 'catalog/branches.ts',
  branches: 'catalog/branches.ts',
  charts: 'catalog/chart-records.ts',
  confirmed_users: 'catalog/member-records.ts',
  conflicts: 'workbook/writing/conflicts.ts',
  credential_usage: 'features/usage/usage-records.ts',
  credit_balances: 'features/billing/ledger.ts',
  credit_entries: 'features/billing/ledger.ts',
  drive_grants: 'catalog/drive-grants.ts',
  ended_history: 'workbook/upkeep/end-history.ts',
  event_counter: 'catalog/event-records.ts',
  file_link_versions: 'catalog/file-links.ts',
  file_links: 'catalog/file-links.ts',
  invitations: 'catalog/invitations.ts',
  jobs: 'catalog/job-records.ts',
  mailed_links: 'catalog/mailed-links.ts',
  model_answers: 'catalog/model-answers.ts',
  outbox: 'catalog/event-records.ts',
  kept_landings: 'catalog/op-states.ts',
  op_states: 'catalog/op-states.ts',
  oauth_clients: 'catalog/oauth-clients.ts',
  oauth_grants: 'catalog/oauth-grants.ts',
  oauth_records: 'catalog/oauth-records.ts',
  overrides: 'workbook/writing/write-overrides.ts',
  parse_specs: 'features/sources/store-structure.ts',
  parquet_copies: 'catalog/parquet-copies.ts',
  parquet_copy_files: 'catalog/parquet-copies.ts',
  passkeys: 'catalog/passkeys.ts',
  policies: 'catalog/governance-records.ts',
  readings: 'catalog/reading-records.ts',
  recovery_codes: 'catalog/recovery-codes.ts',
  page_links: 'catalog/page-links.ts',
  schedule_runs: 'catalog/schedule-runs.ts',
  report_subscriptions: 'catalog/subscription-records.ts',
  schedules: 'catalog/schedule-records.ts',
  segment_files: 'catalog/segments.ts',
  sessions: 'catalog/session-records.ts',
  sheets: 'catalog/sheet-records.ts',
  snapshot_labels: 'catalog/snapshots.ts',
  snapshot_outputs: 'catalog/snapshots.ts',
  snapshot_tables: 'catalog/snapshots.ts',
  snapshot_transforms: 'catalog/snapshots.ts',
  snapshots: 'catalog/snapshots.ts',
  source_findings: 'features/sources/store-structure.ts',
  source_revisions: 'features/revising/replace-bytes.ts',
  sources: 'catalog/source-records.ts',
  sync_bindings: 'catalog/sync-bindings.ts',
  table_landings: 'catalog/table-landings.ts',
  table_segments: 'catalog/segments.ts',
  table_parts: 'catalog/table-parts.ts',
  table_versions: 'workbook/writing/write-tables.ts',
  table_views: 'catalog/view-records.ts',
  comments: 'catalog/comment-records.ts',
  presences: 'catalog/presence-records.ts',
  totp_secrets: 'catalog/totp-secrets.ts',
  transforms: 'workbook/writing/transform-records.ts',
  unconfirmed_members: 'catalog/member-records.ts',
  untraced_runs: 'workbook/upkeep/trace-run.ts',
  upkeep_turns: 'catalog/upkeep-turns.ts',
  user_identities: 'features/identity/oidc-sign-in.ts',
  users: 'catalog/user-records.ts',
  webhook_deliveries: 'catalog/webhook-deliveries.ts',
  webhooks: 'catalog/webhook-records.ts',
  workbooks: 'catalog/workbook-records.ts',
  workspace_members: 'catalog/member-records.ts',
};

/** Tables that several modules write. A new table has one owner. */
const shared = {
  accounts: [
    'features/access/default-account.ts',
    'features/accounts/accounts.ts',
    'features/accounts/delete-account.ts',
    'features/accounts/transfer-account.ts',
  ],
  audit_chains: [
    'catalog/anchors.ts',
    'catalog/audit-entries.ts',
    'catalog/change.ts',
    'catalog/seal-chains.ts',
  ],
  blobs: ['catalog/blobs.ts', 'workbook/upkeep/sweep-blobs.ts', 'workbook/upkeep/verify-blobs.ts'],
  charges: ['catalog/charge-leases.ts', 'features/billing/charges.ts', 'features/billing/insert-charge.ts'],
  column_tags: ['catalog/governance-records.ts', 'workbook/governance/keep-tags.ts'],
  credentials: [
    'catalog/oauth-grants.ts',
    'features/access/revoke-families.ts',
    'features/accounts/delete-account.ts',
    'features/identity/mint-credential.ts',
    'features/usage/last-uses.ts',
  ],
  idempotency_answers: ['background/sweeper.ts', 'catalog/idempotency.ts'],
  ops: ['catalog/change.ts', 'features/history/undo-op.ts'],
  results: ['background/sweeper.ts', 'features/query/keep-result.ts', 'features/query/release-results.ts'],
  row_edits: ['workbook/upkeep/end-history.ts', 'workbook/writing/append-edits.ts'],
  settings: ['catalog/seal-chains.ts', 'catalog/signing-key.ts', 'workbook/upkeep/blob-binding.ts'],
  sign_in_attempts: ['background/sweeper.ts', 'catalog/sign-in-attempts.ts'],
  stripe_events: ['background/sweeper.ts', 'features/billing/apply-payment-event.ts'],
  structured_tables: ['catalog/table-landings.ts', 'features/sources/register-tables.ts'],
  table_inputs: [
    'features/tables/remove-tables.ts',
    'features/workbooks/delete-workbook.ts',
    'workbook/writing/write-run.ts',
  ],
  table_lineage: [
    'features/history/write-restore.ts',
    'workbook/governance/keep-tags.ts',
    'workbook/upkeep/trace-run.ts',
    'workbook/writing/write-run.ts',
  ],
  table_origins: ['catalog/table-landings.ts', 'workbook/writing/write-tables.ts'],
  table_schemas: ['catalog/tables.ts', 'workbook/writing/write-tables.ts'],
  upload_slots: [
    'background/sweeper.ts',
    'features/uploads/create-upload-slot.ts',
    'features/uploads/upload-slots.ts',
  ],
  workspaces: [
    'features/access/default-account.ts',
    'features/accounts/configure-workspace.ts',
    'features/accounts/delete-account.ts',
    'features/accounts/delete-workspace.ts',
    'features/accounts/transfer-account.ts',
    'features/accounts/workspaces.ts',
    'features/people/members.ts',
  ],
};

/** A table that is in neither list does not compile; `tables` is a view. */
const writers: Record<Exclude<keyof Schema, 'tables'>, string | string[]> = { ...owned, ...shared };

const writes = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/migrations/'))
  .flatMap((file) => {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    const statements = source.matchAll(
      /\b(?:updateTable|insertInto|deleteFrom|replaceInto|mergeInto)\(\s*'(\w+)'/g,
    );
    const raw = source.matchAll(/`\s*(?:update|insert into|delete from)\s+(\w+)/gi);
    return [...statements, ...raw].map(([, table = '']) => ({ file, table }));
  })
  .filter(({ table }) => table in writers);

const writersOf = (table: string): string[] => [writers[table as keyof typeof writers]].flat();

test('a record is written only by its owner', () => {
  const strays = writes.filter(({ file, table }) => !writersOf(table).includes(file));
  expect(strays.map(({ file, table }) => `${file} writes ${table}`)).toEqual([]);
});

test('every owner writes what it owns', () => {
  for (const table of Object.keys(writers))
    for (const file of writersOf(table)) expect(writes).toContainEqual({ file, table });
});
