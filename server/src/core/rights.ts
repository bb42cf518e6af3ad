import { type BaseRole, grants, roleGrants, type Scope } from './scopes.js';

/** A caller's relation to a workbook: its owner, or a member of its workspace with a base role. */
export type Standing = 'owner' | BaseRole;

/**
 * The rights of a caller in a workbook depend on both the scopes of the credential and the standing of its
 * user.
 */
export interface Rights {
  standing: Standing;
  scopes: readonly Scope[];
}

/** Why the caller cannot use a scope: the credential, the role, or null if nothing prevents it. */
export function obstacle({ standing, scopes }: Rights, wanted: Scope): 'scope' | 'role' | null {
  if (!grants(scopes, wanted)) return 'scope';
  return standing === 'owner' || roleGrants(standing, wanted) ? null : 'role';
}

export function may(rights: Rights, wanted: Scope): boolean {
  return obstacle(rights, wanted) === null;
}
