/** The purpose of a line in a sheet. */
export type LineRole = 'metadata' | 'header' | 'group' | 'data' | 'derived' | 'notes' | 'empty';

/** The classes of the model, in the order of its output; an empty line needs no classification. */
export const scoredRoles = ['metadata', 'header', 'group', 'data', 'derived', 'notes'] as const;
export type ScoredRole = (typeof scoredRoles)[number];

export const roleCount = scoredRoles.length;

export const roleIndex = Object.fromEntries(scoredRoles.map((role, index) => [role, index])) as Record<
  ScoredRole,
  number
>;
