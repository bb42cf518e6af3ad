import { say } from '@workbook-data-service/contract/messages';
import type { Expression } from 'kysely';
import type { Db } from '../../catalog/db.js';
import type { JobRecord } from '../../catalog/job-records.js';
import { preparedAndKept } from '../../catalog/prepared.js';
import { lacksRequiredSecondFactor } from '../../catalog/second-factors.js';
import { problem } from '../../core/problems.js';
import { parseReach, reachesWorkbook } from '../../core/reach.js';
import { obstacle, type Rights, standingInWorkbook } from '../../core/rights.js';
import type { Scope } from '../../core/scopes.js';
import type { Caller, Credential, WorkbookPlace } from '../caller.js';
import type { Service } from '../service.js';

/** Refuses the call unless credential and role allow the scope; a workbook out of reach is reported as not found. */
export async function requireWorkbook(
  service: Service,
  caller: Caller,
  workbookId: string,
  scope: Scope,
): Promise<void> {
  const rights = await rightsTo(service, caller, workbookId);
  if (!rights) throw problem('not-found', say('workbook-unreached', { workbook: workbookId }));
  requireRight(rights, scope);
  if (caller.trace) caller.trace.accountId = rights.accountId;
}

export function requireRight(rights: Rights, scope: Scope): void {
  switch (obstacle(rights, scope)) {
    case 'second-factor':
      throw problem('second-factor-missing');
    case 'scope':
      throw problem('insufficient-scope', say('scope-missing', { scope }), {
        members: { missing_scope: scope },
      });
    case 'role':
      throw problem('forbidden', say('role-disallows', { role: rights.standing, scope }), {
        fix: say('fix-role-disallows'),
      });
  }
}

/** Refuses work that was accepted earlier if its user has lost access to the workbook, or the role, since. */
export async function requireRightOfJob(service: Service, job: JobRecord, scope: Scope): Promise<void> {
  const credential = await credentialOfJob(service.catalog.db, job);
  const bearer = { userId: job.user_id, credential: { ...credential, scopes: [scope] } };
  const rights = await rightsTo(service, bearer, job.workbook_id);
  if (!rights) throw problem('not-found', say('workbook-closed', { workbook: job.workbook_id }));
  requireRight(rights, scope);
}

/** What the credential reached that the job was queued with, though it may have ended since. */
async function credentialOfJob(
  db: Db,
  { credential_id }: JobRecord,
): Promise<Pick<Credential, 'kind' | 'accountId' | 'reach'>> {
  const found = await db
    .selectFrom('credentials')
    .select(['kind', 'account_id as accountId', 'resource'])
    .where('id', '=', credential_id)
    .executeTakeFirst();
  const reach = found && parseReach(found.resource);
  if (!found || !reach) return { kind: 'session', accountId: null, reach: { kind: 'account' } };
  return { kind: found.kind, accountId: found.accountId, reach };
}

/** The user who acts with a credential, or who did so once, such as the subscriber of a webhook. */
export interface Bearer {
  userId: string;
  credential: Pick<Credential, 'kind' | 'accountId' | 'reach' | 'scopes'>;
  place?: WorkbookPlace | undefined;
}

interface RightsInWorkbook extends Rights {
  accountId: string;
}

/**
 * What the bearer of a credential may do in a workbook; undefined if it is out of reach. The user's standing decides; a
 * token or key limits it to an account, a reach and scopes, and never adds to it. `withinReach` is the same condition
 * for lists.
 */
export async function rightsTo(
  service: Service,
  { userId, credential, place: known }: Bearer,
  workbookId: string,
): Promise<RightsInWorkbook | undefined> {
  const place =
    known?.workbookId === workbookId
      ? known
      : (await placeFor(service.catalog.db, { workbookId, userId }).execute())[0];
  const { accountId, reach, scopes } = credential;
  if (!place || !reachesWorkbook(reach, place)) return undefined;
  if (accountId !== null && accountId !== place.accountId) return undefined;
  const standing = standingInWorkbook({ userId, seesPrivate: seesPrivate(credential) }, place);
  if (standing === null) return undefined;
  const lacksSecondFactor = place.lacksSecondFactor === 1;
  return { standing, scopes, lacksSecondFactor, accountId: place.accountId };
}

/** Keys for a whole account serve all of it, private workbooks of its members included. */
export function seesPrivate({ kind, reach }: Pick<Credential, 'kind' | 'reach'>): boolean {
  return kind === 'key' && reach.kind === 'account';
}

const placeFor = preparedAndKept((db, { workbookId, userId }: { workbookId: string; userId: string }) =>
  placeOf(db, workbookId, userId),
);

/** The workspace and account of a workbook, whose they are, and the role of a user in the workspace. */
export function placeOf(db: Db, workbookId: string, userId: string | Expression<string>) {
  return db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .leftJoin('workspace_members', (join) =>
      join
        .onRef('workspace_members.workspace_id', '=', 'workspaces.id')
        .on('workspace_members.user_id', '=', userId),
    )
    .select((eb) => [
      eb
        .case()
        .when(lacksRequiredSecondFactor(userId))
        .then(eb.lit(1))
        .else(eb.lit(0))
        .end()
        .as('lacksSecondFactor'),
      'workbooks.id as workbookId',
      'workspaces.id as workspaceId',
      'accounts.id as accountId',
      'accounts.owner_user_id as accountOwnerId',
      'workbooks.owner_user_id as workbookOwnerId',
      'workbooks.visibility',
      'workspace_members.base_role as role',
    ])
    .where('workbooks.id', '=', workbookId);
}
