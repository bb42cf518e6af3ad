import type { Me } from '@workbook-data-service/client/api';

export type Scope = Me['scopes'][number];

/** `keys:revoke` lets a token end itself. */
export const readScopes: readonly Scope[] = ['workbooks:read', 'keys:revoke'];
export const allScopes: readonly Scope[] = [
  ...readScopes,
  'workbooks:write',
  'workbooks:delete',
  'keys:read',
  'keys:mint',
];
