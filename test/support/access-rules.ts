import { type CredentialName, credentials } from './access-world.js';
import type { ControlCall, Outcome, Subject } from './control-calls.js';

export type Outcomes = Record<CredentialName, Outcome>;

const everyone = (outcome: Outcome): Outcomes =>
  Object.fromEntries(Object.keys(credentials).map((name) => [name, outcome])) as Outcomes;

/** What a call names decides who may make it, as far as their scopes go. */
const rules: Record<Subject, (reads: boolean) => Outcomes> = {
  /** An account is its owner's, and a pinned key reaches no more than its workspace. */
  account: () => ({
    ...everyone('not-found'),
    owner: 'yes',
    key: 'yes',
    pinned: 'outside-reach',
    pinnedElsewhere: 'outside-reach',
  }),
  /** A workspace is its members': all of them read it, admins configure it. */
  workspace: (reads) => ({
    ...everyone('outside-reach'),
    owner: 'yes',
    admin: 'yes',
    editor: reads ? 'yes' : 'forbidden',
    viewer: reads ? 'yes' : 'forbidden',
    key: 'yes',
    pinned: 'yes',
  }),
  /** A call that names neither is about what is the caller's own. */
  neither: () => everyone('yes'),
};

/** The outcome of a call for each credential. */
export function expectedOutcomes({ needs, names, exceptions }: ControlCall): Outcomes {
  if (needs === 'signature') return everyone('yes');
  const outcomes = { ...rules[names](needs === 'workspaces:read'), ...exceptions };
  if (needs !== 'session')
    return {
      ...outcomes,
      keyWithoutScope: 'insufficient-scope',
      token: 'forbidden',
      none: 'unauthenticated',
    };
  const { owner, admin, editor, viewer, outsider } = outcomes;
  return {
    ...everyone('owner-session-required'),
    ...{ owner, admin, editor, viewer, outsider },
    none: 'unauthenticated',
  };
}
