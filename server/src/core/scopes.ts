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

/** Scopes are independent, but within one resource `write` implies `read`. */
export function grants(held: readonly Scope[], wanted: Scope): boolean {
  if (held.includes(wanted)) return true;
  const [resource, action] = wanted.split(':');
  return action === 'read' && held.includes(`${resource}:write` as Scope);
}
