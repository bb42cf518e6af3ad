import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Schema } from '../../catalog/schema.js';
import type { Caller } from '../caller.js';

/** Holds for the workbooks that the caller may enter, in a query that joins workbooks and workspaces. */
export function withinReach({ userId, credential }: Caller): Expression<SqlBool> {
  const { accountId, reach } = credential;
  const eb = expressionBuilder<Schema, 'workbooks' | 'workspaces'>();
  return eb.and([
    accountId === null ? ownsOrBelongsTo(userId) : eb('workspaces.account_id', '=', accountId),
    ...(reach.kind === 'workspace' ? [eb('workspaces.id', '=', reach.workspaceId)] : []),
    ...(reach.kind === 'workbook' ? [eb('workbooks.id', '=', reach.workbookId)] : []),
  ]);
}

/** A session enters the workspaces that its user owns or is a member of. */
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
