import { type BaseRole, baseRoles, type Scope, scopes } from '@workbook-data-service/contract/scopes';

export { type BaseRole, baseRoles, type Scope, scopes };

/** What members may do in a workspace and in its workbooks; the owner of the account may do everything. */
const scopesOfRole: Record<BaseRole, readonly Scope[]> = {
  admin: scopes,
  editor: ['workbooks:write', 'cloud-files:read', 'workspaces:read'],
  viewer: ['workbooks:read', 'workspaces:read'],
};

export function roleGrants(role: BaseRole, wanted: Scope): boolean {
  return grants(scopesOfRole[role], wanted);
}

/** Scopes are independent, but within one resource `write` implies `read`. */
export function grants(held: readonly Scope[], wanted: Scope): boolean {
  if (held.includes(wanted)) return true;
  const [resource, action] = wanted.split(':');
  return action === 'read' && held.includes(`${resource}:write` as Scope);
}
