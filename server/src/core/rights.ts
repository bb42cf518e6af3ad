import { type BaseRole, grants, roleGrants, type Scope } from './scopes.js';

/** What a caller is to a workbook: its owner, or a member of its workspace with a base role. */
export type Standing = 'owner' | BaseRole;

/** What a caller may do in a workbook depends on both: the scopes of the credential and the standing of its user. */
export interface Rights {
  standing: Standing;
  scopes: readonly Scope[];
}

/** What keeps the caller from using a scope: the credential, the role, or nothing (null). */
export function obstacle({ standing, scopes }: Rights, wanted: Scope): 'scope' | 'role' | null {
  if (!grants(scopes, wanted)) return 'scope';
  return standing === 'owner' || roleGrants(standing, wanted) ? null : 'role';
}

export function may(rights: Rights, wanted: Scope): boolean {
  return obstacle(rights, wanted) === null;
}
