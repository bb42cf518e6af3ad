import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Schema } from './schema.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The only module that writes each of these tables, so that columns that depend on each other are written together. */
const owners: Partial<Record<keyof Schema, string>> = {
  account_days: 'features/usage/usage-records.ts',
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
  event_counter: 'catalog/event-records.ts',
  file_link_versions: 'catalog/file-links.ts',
  file_links: 'catalog/file-links.ts',
  invitations: 'catalog/invitations.ts',
  jobs: 'catalog/job-records.ts',
  mailed_links: 'catalog/mailed-links.ts',
  outbox: 'catalog/event-records.ts',
  overrides: 'workbook/writing/write-overrides.ts',
  parse_specs: 'features/sources/store-structure.ts',
  passkeys: 'catalog/passkeys.ts',
  recovery_codes: 'catalog/recovery-codes.ts',
  row_edits: 'workbook/writing/append-edits.ts',
  source_findings: 'features/sources/store-structure.ts',
  source_revisions: 'features/revising/replace-bytes.ts',
  sessions: 'catalog/session-records.ts',
  sources: 'catalog/source-records.ts',
  sheets: 'catalog/sheet-records.ts',
  sync_bindings: 'catalog/sync-bindings.ts',
  table_landings: 'workbook/writing/write-revision.ts',
  table_versions: 'workbook/writing/write-tables.ts',
  all_tables: 'catalog/table-records.ts',
  totp_secrets: 'catalog/totp-secrets.ts',
  transforms: 'workbook/writing/transform-records.ts',
  unconfirmed_members: 'catalog/member-records.ts',
  user_identities: 'features/identity/oidc-sign-in.ts',
  users: 'catalog/user-records.ts',
  webhook_deliveries: 'catalog/webhook-deliveries.ts',
  webhooks: 'catalog/webhook-records.ts',
  workbooks: 'catalog/workbook-records.ts',
  workspace_members: 'catalog/member-records.ts',
};

const writes = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/migrations/'))
  .flatMap((file) => {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    const statements = source.matchAll(
      /\b(?:updateTable|insertInto|deleteFrom|replaceInto|mergeInto)\(\s*'(\w+)'/g,
    );
    const raw = source.matchAll(/`\s*(?:update|insert into|delete from)\s+(\w+)/gi);
    return [...statements, ...raw].map(([, table]) => ({ file, table: table as keyof Schema }));
  });

test('a record is written only by its owner', () => {
  const strays = writes.filter(({ file, table }) => owners[table] !== undefined && owners[table] !== file);
  expect(strays.map(({ file, table }) => `${file} writes ${table}`)).toEqual([]);
});

test('every owner writes what it owns', () => {
  for (const [table, file] of Object.entries(owners)) expect(writes).toContainEqual({ file, table });
});
