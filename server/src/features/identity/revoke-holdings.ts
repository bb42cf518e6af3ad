import { endFlowsOfUser } from '../../catalog/authorization-flows.js';
import type { Change } from '../../catalog/change.js';
import { deleteGrantsOfUser } from '../../catalog/drive-grants.js';
import { withdrawInvitationsAround } from '../../catalog/invitations.js';
import { endMailedLinksOfUser } from '../../catalog/mailed-links.js';
import { deleteWaitingMembers, endConfirmationsBy, guestMemberships } from '../../catalog/member-records.js';
import { endPageLinksOfUser } from '../../catalog/page-links.js';
import { deletePasskeys } from '../../catalog/passkeys.js';
import { replaceRecoveryCodes } from '../../catalog/recovery-codes.js';
import type { Schema } from '../../catalog/schema.js';
import { endSessions } from '../../catalog/session-records.js';
import { deleteTotpSecret } from '../../catalog/totp-secrets.js';
import { removeSignInMethods } from '../../catalog/user-records.js';
import { deleteWebhooksOfUser } from '../../catalog/webhook-records.js';
import { revokeFamilies } from '../access/revoke-families.js';
import { detachMember } from '../members/detach-member.js';
import { endUnusedSlots } from '../uploads/upload-slots.js';

/** Ends what one table has of a user; answers how many there were. */
type Ending = (c: Change, userId: string) => Promise<number>;

/** Why nothing of a table has to end. */
type Reason =
  | 'lets nobody in'
  | 'only a proven address is linked'
  | 'ends with what it belongs to'
  | 'belongs to an account, whose owner the user stays'
  | 'belongs to a workbook, which the user keeps'
  | 'is history';

/**
 * What becomes of every table of the catalog when an address turns out to be somebody else's: what lets its holder act as
 * the user, or anybody act in the accounts of the user, ends. A new table does not compile until it is listed.
 */
const fates: Record<keyof Schema, Ending | Reason> = {
  users: (c, userId) => removeSignInMethods(c.tx, userId),
  sessions: async (c, userId) => (await endSessions(c.tx, { userId, at: c.at })).length,
  credentials: async (c, userId) =>
    (await revokeFamilies(c.tx, (credentials) => credentials.where('user_id', '=', userId), c.at)).length,
  totp_secrets: async (c, userId) => Number(await deleteTotpSecret(c.tx, userId)),
  passkeys: async (c, userId) => (await deletePasskeys(c.tx, userId)).length,
  recovery_codes: (c, userId) => replaceRecoveryCodes(c.tx, userId, []),
  mailed_links: (c, userId) => endMailedLinksOfUser(c.tx, userId),
  authorization_flows: (c, userId) => endFlowsOfUser(c.tx, userId),
  drive_grants: (c, userId) => deleteGrantsOfUser(c.tx, userId),
  page_links: async (c, userId) => (await endPageLinksOfUser(c.tx, userId)).length,
  webhooks: (c, userId) => deleteWebhooksOfUser(c.tx, userId),
  upload_slots: (c, userId) => endUnusedSlots(c.tx, userId, c.at),
  invitations: (c, userId) => withdrawInvitationsAround(c.tx, userId),
  confirmed_users: (c, userId) => endConfirmationsBy(c.tx, userId),
  unconfirmed_members: (c, userId) => deleteWaitingMembers(c.tx, userId),
  workspace_members: detachGuests,

  settings: 'lets nobody in',
  user_identities: 'only a proven address is linked',
  sign_in_attempts: 'lets nobody in',
  blobs: 'lets nobody in',
  event_counter: 'lets nobody in',
  oauth_clients: 'lets nobody in',
  parquet_copies: 'belongs to a workbook, which the user keeps',
  parquet_copy_files: 'belongs to a workbook, which the user keeps',
  presences: 'lets nobody in',
  upkeep_turns: 'lets nobody in',
  stripe_events: 'lets nobody in',

  webhook_deliveries: 'ends with what it belongs to',
  idempotency_answers: 'ends with what it belongs to',
  oauth_grants: 'ends with what it belongs to',
  oauth_records: 'ends with what it belongs to',

  accounts: 'belongs to an account, whose owner the user stays',
  workspaces: 'belongs to an account, whose owner the user stays',
  billing: 'belongs to an account, whose owner the user stays',
  charges: 'belongs to an account, whose owner the user stays',
  credit_balances: 'belongs to an account, whose owner the user stays',
  credit_entries: 'belongs to an account, whose owner the user stays',

  account_days: 'is history',
  audit_chains: 'is history',
  audit_entries: 'is history',
  credential_usage: 'is history',
  kept_landings: 'is history',
  op_states: 'is history',
  ops: 'is history',
  outbox: 'is history',

  model_answers: 'belongs to an account, whose owner the user stays',
  readings: 'belongs to an account, whose owner the user stays',
  table_parts: 'belongs to a workbook, which the user keeps',
  table_views: 'belongs to a workbook, which the user keeps',
  comments: 'belongs to a workbook, which the user keeps',
  all_tables: 'belongs to a workbook, which the user keeps',
  annotations: 'belongs to a workbook, which the user keeps',
  branch_bases: 'belongs to a workbook, which the user keeps',
  branches: 'belongs to a workbook, which the user keeps',
  charts: 'belongs to a workbook, which the user keeps',
  column_tags: 'belongs to a workbook, which the user keeps',
  conflicts: 'belongs to a workbook, which the user keeps',
  file_link_versions: 'belongs to a workbook, which the user keeps',
  file_links: 'belongs to a workbook, which the user keeps',
  jobs: 'belongs to a workbook, which the user keeps',
  overrides: 'belongs to a workbook, which the user keeps',
  parse_specs: 'belongs to a workbook, which the user keeps',
  policies: 'belongs to a workbook, which the user keeps',
  results: 'belongs to a workbook, which the user keeps',
  schedule_runs: 'belongs to a workbook, which the user keeps',
  schedules: 'belongs to a workbook, which the user keeps',
  report_subscriptions: 'ends with what it belongs to',
  row_edits: 'belongs to a workbook, which the user keeps',
  sheets: 'belongs to a workbook, which the user keeps',
  snapshot_labels: 'belongs to a workbook, which the user keeps',
  snapshot_outputs: 'belongs to a workbook, which the user keeps',
  snapshot_tables: 'belongs to a workbook, which the user keeps',
  snapshot_transforms: 'belongs to a workbook, which the user keeps',
  snapshots: 'belongs to a workbook, which the user keeps',
  source_findings: 'belongs to a workbook, which the user keeps',
  source_revisions: 'belongs to a workbook, which the user keeps',
  sources: 'belongs to a workbook, which the user keeps',
  structured_tables: 'belongs to a workbook, which the user keeps',
  sync_bindings: 'belongs to a workbook, which the user keeps',
  table_inputs: 'belongs to a workbook, which the user keeps',
  table_landings: 'belongs to a workbook, which the user keeps',
  table_lineage: 'belongs to a workbook, which the user keeps',
  table_origins: 'belongs to a workbook, which the user keeps',
  table_schemas: 'belongs to a workbook, which the user keeps',
  ended_history: 'belongs to a workbook, which the user keeps',
  segment_files: 'belongs to a workbook, which the user keeps',
  table_segments: 'belongs to a workbook, which the user keeps',
  table_versions: 'belongs to a workbook, which the user keeps',
  tables: 'belongs to a workbook, which the user keeps',
  transforms: 'belongs to a workbook, which the user keeps',
  untraced_runs: 'belongs to a workbook, which the user keeps',
  workbooks: 'belongs to a workbook, which the user keeps',
};

/** Ends everything that acts for a user or lets others into their accounts. Answers what there was, by table. */
export async function revokeHoldings(c: Change, userId: string): Promise<Record<string, number>> {
  const ended: Record<string, number> = {};
  for (const [table, fate] of Object.entries(fates)) {
    const count = typeof fate === 'string' ? 0 : await fate(c, userId);
    if (count) ended[table] = count;
  }
  return ended;
}

/** Removes members the holder admitted to their workspaces: they may be the holder under another name. */
async function detachGuests(c: Change, ownerId: string): Promise<number> {
  const guests = await guestMemberships(c.tx, ownerId)
    .select(['workspaces.id', 'workspaces.account_id', 'workspace_members.user_id as userId'])
    .execute();
  for (const { userId, ...workspace } of guests) {
    const outcome = await detachMember(c, workspace, { userId, ownerId });
    await c.audit({
      chain: workspace.account_id,
      action: 'member.removed',
      target: userId,
      detail: { because: 'address.proven', ...outcome },
    });
  }
  return guests.length;
}
