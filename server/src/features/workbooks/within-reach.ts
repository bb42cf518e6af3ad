import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Schema } from '../../catalog/schema.js';
import type { Caller } from '../caller.js';

/** A condition for queries that join workbooks and workspaces: true for workbooks that the caller has access to. */
export function withinReach({ userId, credential }: Caller): Expression<SqlBool> {
  const { accountId, reach } = credential;
  const eb = expressionBuilder<Schema, 'workbooks' | 'workspaces'>();
  return eb.and([
    accountId === null ? ownsOrBelongsTo(userId) : eb('workspaces.account_id', '=', accountId),
    ...(reach.kind === 'workspace' ? [eb('workspaces.id', '=', reach.workspaceId)] : []),
    ...(reach.kind === 'workbook' ? [eb('workbooks.id', '=', reach.workbookId)] : []),
  ]);
}

/** A session has access to the workspaces that its user owns or is a member of. */
function ownsOrBelongsTo(userId: string): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'workspaces'>();
  return eb.or([
    eb.exists(
      eb
        .selectFrom('accounts')
        .select('accounts.id')
        .whereRef('accounts.id', '=', 'workspaces.account_id')
        .where('accounts.owner_user_id', '=', userId),
    ),
    eb.exists(
      eb
        .selectFrom('workspace_members')
        .select('workspace_members.user_id')
        .whereRef('workspace_members.workspace_id', '=', 'workspaces.id')
        .where('workspace_members.user_id', '=', userId),
    ),
  ]);
}
