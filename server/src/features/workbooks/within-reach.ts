import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Schema } from '../../catalog/schema.js';
import type { Credential } from '../caller.js';

/** Holds for workbooks of the credential's account and reach, in a query that joins workbooks and workspaces. */
export function withinReach({ accountId, reach }: Credential): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'workbooks' | 'workspaces'>();
  return eb.and([
    ...(accountId === null ? [] : [eb('workspaces.account_id', '=', accountId)]),
    ...(reach.kind === 'workspace' ? [eb('workspaces.id', '=', reach.workspaceId)] : []),
    ...(reach.kind === 'workbook' ? [eb('workbooks.id', '=', reach.workbookId)] : []),
  ]);
}
