import type { MyWorkspace } from '@workbook-data-service/client/api';

/** What somebody may do with a workbook. The service decides; pages leave out what it would refuse. */
export interface Rights {
  /** Change what is in it, and its title. */
  mayWrite: boolean;
  /** Delete it, or take it back to an earlier state. */
  mayDelete: boolean;
  /** Set tags and rules. */
  mayGovern: boolean;
  /** Decide who can open it. */
  mayShare: boolean;
}

/**
 * By the role in the workspace, undefined until it is known: then nothing is withheld. Whoever made a workbook is in charge
 * of it while they may write at all.
 */
export function rightsOf(role: MyWorkspace['base_role'] | undefined, isOwner: boolean): Rights {
  const mayWrite = role !== 'viewer';
  const isInCharge = mayWrite && (isOwner || role !== 'editor');
  return { mayWrite, mayDelete: isInCharge, mayGovern: isInCharge, mayShare: mayWrite && isOwner };
}
