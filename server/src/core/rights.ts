import { type BaseRole, grants, roleGrants, type Scope } from './scopes.js';

/**
 * A user's relation to a workspace or workbook: the owner of the account that pays for it, the owner of the workbook, or
 * a member of the workspace with a base role.
 */
export type Standing = 'owner' | BaseRole;

/** Whose a workspace is, and the role of one user in it. */
interface Membership {
  accountOwnerId: string;
  /** Null if the user is not a member. */
  role: BaseRole | null;
}

export type Visibility = 'workspace' | 'private';

/** Whose a workbook is, and the role of one user in its workspace. */
export interface WorkbookMembership extends Membership {
  workbookOwnerId: string;
  visibility: Visibility;
}

/** Null for somebody outside the workspace. */
export function standingInWorkspace(userId: string, { accountOwnerId, role }: Membership): Standing | null {
  return accountOwnerId === userId ? 'owner' : role;
}

/**
 * Null if the workbook does not exist for the user. A private one exists for its owner alone, and for what `seesPrivate`:
 * the owner of the account does not find it either. Whoever created a workbook owns it while they may write at all.
 */
export function standingInWorkbook(
  { userId, seesPrivate }: { userId: string; seesPrivate: boolean },
  workbook: WorkbookMembership,
): Standing | null {
  const isOwn = workbook.workbookOwnerId === userId;
  if (workbook.visibility === 'private' && !isOwn && !seesPrivate) return null;
  const standing = standingInWorkspace(userId, workbook);
  return isOwn && (standing === 'admin' || standing === 'editor') ? 'owner' : standing;
}

/**
 * The rights of a caller in a workbook depend on both the scopes of the credential and the standing of its
 * user.
 */
export interface Rights {
  standing: Standing;
  scopes: readonly Scope[];
  /** Whether the workspace requires a second factor and the user has none, whatever credential acts for them. */
  lacksSecondFactor?: boolean;
}

/** Why the caller cannot use a scope: the credential, the role, a second factor, or null if nothing prevents it. */
export function obstacle(
  { standing, scopes, lacksSecondFactor = false }: Rights,
  wanted: Scope,
): 'second-factor' | 'scope' | 'role' | null {
  if (lacksSecondFactor) return 'second-factor';
  if (!grants(scopes, wanted)) return 'scope';
  return standing === 'owner' || roleGrants(standing, wanted) ? null : 'role';
}

export function may(rights: Rights, wanted: Scope): boolean {
  return obstacle(rights, wanted) === null;
}

/** Whether the user manages the workspace, whatever the credential is limited to. */
export function managesWorkspace({ standing }: Rights): boolean {
  return standing === 'owner' || roleGrants(standing, 'workspaces:configure');
}
