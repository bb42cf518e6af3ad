import type { Expression } from 'kysely';
import type { Db } from '../../catalog/db.js';
import { problem } from '../../core/problems.js';
import { reachesWorkbook } from '../../core/reach.js';
import { obstacle, type Rights } from '../../core/rights.js';
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
  if (!rights) throw problem('not-found', `No workbook ${workbookId} within the reach of the credential.`);
  requireRight(rights, scope);
}

export function requireRight(rights: Rights, scope: Scope): void {
  switch (obstacle(rights, scope)) {
    case 'scope':
      throw problem('insufficient-scope', `The credential does not carry the scope ${scope}.`, {
        members: { missing_scope: scope },
      });
    case 'role':
      throw problem('forbidden', `Your role in the workspace, ${rights.standing}, does not allow ${scope}.`, {
        fix: 'Ask an admin of the workspace to do it, or the owner for another role.',
      });
  }
}

/** Refuses work that was accepted earlier if its user has lost access to the workbook, or the role, since. */
export async function requireMember(
  service: Service,
  userId: string,
  workbookId: string,
  scope: Scope,
): Promise<void> {
  const place = await placeOf(service.catalog.db, workbookId, userId).executeTakeFirst();
  const standing = place?.ownerId === userId ? 'owner' : place?.role;
  if (!standing) throw problem('not-found', `No workbook ${workbookId} that you may enter.`);
  requireRight({ standing, scopes: [scope] }, scope);
}

/** Whoever acts with a credential, or once did, as the subscriber of a webhook. */
export interface Bearer {
  userId: string;
  credential: Pick<Credential, 'accountId' | 'reach' | 'scopes'>;
  place?: WorkbookPlace | undefined;
}

/** What the bearer of a credential may do in a workbook; undefined if it is out of reach. */
export async function rightsTo(
  service: Service,
  caller: Bearer,
  workbookId: string,
): Promise<Rights | undefined> {
  const place =
    caller.place?.workbookId === workbookId
      ? caller.place
      : await placeOf(service.catalog.db, workbookId, caller.userId).executeTakeFirst();
  const { accountId, reach, scopes } = caller.credential;
  if (!place || !reachesWorkbook(reach, place)) return undefined;
  // A token or key is bound to one account of its user; a session has access wherever its user is a member.
  if (accountId !== null) return place.accountId === accountId ? { standing: 'owner', scopes } : undefined;
  if (place.ownerId === caller.userId) return { standing: 'owner', scopes };
  return place.role === null ? undefined : { standing: place.role, scopes };
}

/** The workspace and account of a workbook, and the role of a user in the workspace. */
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
    .select([
      'workbooks.id as workbookId',
      'workspaces.id as workspaceId',
      'accounts.id as accountId',
      'accounts.owner_user_id as ownerId',
      'workspace_members.base_role as role',
    ])
    .where('workbooks.id', '=', workbookId);
}
