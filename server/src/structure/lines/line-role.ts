/** What a line of a sheet is for. */
export type LineRole = 'metadata' | 'header' | 'group' | 'data' | 'derived' | 'notes' | 'empty';

/** The roles that the scorer weighs, in the order of its answers; an empty line needs no weighing. */
export const scoredRoles = ['metadata', 'header', 'group', 'data', 'derived', 'notes'] as const;
export type ScoredRole = (typeof scoredRoles)[number];

export const roleCount = scoredRoles.length;

export const roleIndex = Object.fromEntries(scoredRoles.map((role, index) => [role, index])) as Record<
  ScoredRole,
  number
>;
