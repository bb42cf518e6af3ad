import { say } from '@workbook-data-service/contract/messages';
import { fieldError, problem } from '../../core/problems.js';
import { contains, parseReach, type Reach } from '../../core/reach.js';
import { resolveAccount } from '../access/resolve-account.js';
import { withinReach, workspaceWithinReach } from '../access/within-reach.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

interface ReachRequest {
  kind: 'pat' | 'key';
  /** Null for the caller's account, or that of the workspace for a member's token. */
  accountId: string | null;
  /** `account`, `workspace:<id>` or `workbook:<id>`. */
  resource: string;
}

/**
 * What a credential to be minted will reach, and the account that it is bound to: an account of the caller, or for a
 * member's token that of somebody else.
 */
export async function requestedReach(
  service: Service,
  caller: Caller,
  request: ReachRequest,
): Promise<{ reach: Reach; accountId: string }> {
  const { resource } = request;
  const reach = parseReach(resource);
  if (!reach && !/^(workspace|workbook):/.test(resource)) throw notAReach(resource);
  const place = reach && (await placeOfReach(service, caller.userId, reach));
  const accountId = isMembersToken(caller, request, place)
    ? place.accountId
    : (await resolveAccount(service, caller, request.accountId)).id;
  if (!reach || (reach.kind !== 'account' && place?.accountId !== accountId))
    throw problem('outside-reach', say('reach-not-in-account', { reach: resource }));
  if (!contains(caller.credential.reach, reach, place))
    throw problem('outside-reach', say('reach-beyond-credential', { reach: resource }));
  return { reach, accountId };
}

function notAReach(resource: string) {
  return problem('invalid-request', say('reach-unknown', { reach: resource }), {
    fix: say('fix-reach'),
    members: { errors: [fieldError('/resource', say('resource-not-reach'))] },
  });
}

interface PlaceOfReach {
  workspaceId: string;
  /** Empty for a workspace. */
  workbookId: string;
  accountId: string;
  accountOwnerId: string;
}

/**
 * A session may pin a token to a workspace of somebody else in which its user is a member, or to a workbook of it. The
 * token allows what the member may do at each moment of use.
 */
function isMembersToken(
  { userId, credential }: Caller,
  { kind, accountId }: ReachRequest,
  place: PlaceOfReach | undefined,
): place is PlaceOfReach {
  if (kind !== 'pat' || credential.kind !== 'session' || !place) return false;
  return place.accountOwnerId !== userId && (accountId ?? place.accountId) === place.accountId;
}

/** Where the workspace or workbook is; undefined if the user may not enter it. */
async function placeOfReach(
  { catalog }: Service,
  userId: string,
  reach: Reach,
): Promise<PlaceOfReach | undefined> {
  if (reach.kind === 'account') return undefined;
  const user = {
    userId,
    credential: { kind: 'session', accountId: null, reach: { kind: 'account' } },
  } as const;
  const workspaces = catalog.db
    .selectFrom('workspaces')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .select([
      'workspaces.id as workspaceId',
      'accounts.id as accountId',
      'accounts.owner_user_id as accountOwnerId',
    ]);
  if (reach.kind === 'workspace') {
    const workspace = await workspaces
      .where('workspaces.id', '=', reach.workspaceId)
      .where(workspaceWithinReach(user))
      .executeTakeFirst();
    return workspace && { ...workspace, workbookId: '' };
  }
  return await workspaces
    .innerJoin('workbooks', 'workbooks.workspace_id', 'workspaces.id')
    .select('workbooks.id as workbookId')
    .where('workbooks.id', '=', reach.workbookId)
    .where(withinReach(user))
    .executeTakeFirst();
}
