import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Schema } from '../../catalog/schema.js';
import { lacksRequiredSecondFactor } from '../../catalog/second-factors.js';
import type { Credential } from '../caller.js';
import { seesPrivate } from './require-workbook.js';

interface ListBearer {
  userId: string;
  credential: Pick<Credential, 'kind' | 'accountId' | 'reach'>;
}

/**
 * A condition for queries that join workbooks and workspaces: true for workbooks that the caller may enter. It is
 * `rightsTo` for lists.
 */
export function withinReach(bearer: ListBearer): Expression<SqlBool> {
  const { userId, credential } = bearer;
  const { reach } = credential;
  const eb = expressionBuilder<Schema, 'workbooks' | 'workspaces'>();
  return eb.and([
    workspaceWithinReach(bearer),
    eb.not(lacksRequiredSecondFactor(userId)),
    ...(reach.kind === 'workbook' ? [eb('workbooks.id', '=', reach.workbookId)] : []),
    ...(seesPrivate(credential)
      ? []
      : [eb.or([eb('workbooks.visibility', '=', 'workspace'), eb('workbooks.owner_user_id', '=', userId)])]),
  ]);
}

/**
 * A condition for queries of workspaces: true for those that the caller's user owns or is a member of, within the account
 * and reach of the credential. The workspace of a workbook that a credential is pinned to is among them.
 */
export function workspaceWithinReach({ userId, credential }: ListBearer): Expression<SqlBool> {
  const { accountId, reach } = credential;
  const eb = expressionBuilder<Schema, 'workspaces'>();
  // One list of ids, so that both databases begin with it instead of asking for each workspace in turn.
  const ofUser = eb
    .selectFrom('workspace_members')
    .select('workspace_members.workspace_id as id')
    .where('workspace_members.user_id', '=', userId)
    .union(
      eb
        .selectFrom('accounts')
        .innerJoin('workspaces as funded', 'funded.account_id', 'accounts.id')
        .select('funded.id')
        .where('accounts.owner_user_id', '=', userId),
    );
  return eb.and([
    eb('workspaces.id', 'in', ofUser),
    ...(accountId !== null ? [eb('workspaces.account_id', '=', accountId)] : []),
    ...(reach.kind === 'workspace' ? [eb('workspaces.id', '=', reach.workspaceId)] : []),
    ...(reach.kind === 'workbook'
      ? [
          eb('workspaces.id', 'in', (inner) =>
            inner
              .selectFrom('workbooks as pinned')
              .select('pinned.workspace_id')
              .where('pinned.id', '=', reach.workbookId),
          ),
        ]
      : []),
  ]);
}
