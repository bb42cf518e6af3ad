/** Scopes that a credential may have. */
export const scopes = [
  'workbooks:read',
  'workbooks:write',
  'workbooks:delete',
  'cloud-files:read',
  'governance:configure',
  'workspaces:read',
  'workspaces:create',
  'workspaces:configure',
  'workspaces:delete',
  'keys:read',
  'keys:mint',
  'keys:revoke',
  'account:read',
  'billing:manage',
] as const;
export type Scope = (typeof scopes)[number];

/** Every member of a workspace has one of these. */
export const baseRoles = ['admin', 'editor', 'viewer'] as const;
export type BaseRole = (typeof baseRoles)[number];
