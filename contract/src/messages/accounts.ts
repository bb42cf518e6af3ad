import type { Edge } from './edge.js';

/** About accounts and billing. */
export const accountsSentences = {
  'account-limit': ({ max }: { max: number }) => `A user owns at most ${max} accounts.`,
  'fix-account-limit': (_: undefined, { operation }: Edge) =>
    `Delete one with ${operation('deleteAccount')}, or use workspaces to keep things apart.`,
  'no-second-factor-of-own': () => 'You are about to require a second factor, but have none yourself.',
  'account-changed-meanwhile': () => 'Something was created in the account while it was being deleted.',
  'fix-send-again': () => 'Send the request again.',
  'confirm-account-name': () => 'confirm does not equal the name of the account.',
  'account-owes': ({ credits }: { credits: number }) =>
    `The account owes ${credits} credits used beyond its buckets.`,
  'card-being-charged': () => 'A card is being charged for the account.',
  'fix-card-being-charged': () =>
    'Wait for the payment to finish, usually within a minute, and send the request again.',
  'workspace-has-workbooks': ({ workbooks }: { workbooks: string }) =>
    `The workspace still has ${workbooks}, private ones included.`,
  'account-unknown': () => 'No such account.',
  'key-pinned': ({ what }: { what: string }) => `A pinned key does not ${what}.`,
  'account-owned-already': () => 'You already own this account.',
  'fix-other-member': () => 'Name another member in to.',
  'account-lost': () => 'The account is no longer yours.',
  'account-member-unknown': ({ user }: { user: string }) =>
    `No member of the account's workspaces has the id ${user}.`,
  'fix-account-member': (_: undefined, { operation }: Edge) =>
    `Name a member: ${operation('listMembers')} lists them.`,
  'member-unproven': () => 'The e-mail address of this member is not proven.',
  'fix-member-unproven': () =>
    'Have them prove it first, by a mail of the service or by signing in with OpenID Connect.',
  'workspace-outside-reach': ({ workspace }: { workspace: string }) =>
    `The workspace ${workspace} is outside the reach of the credential.`,
  'workspace-deleted': ({ workspace }: { workspace: string }) => `The workspace ${workspace} was deleted.`,
  'billing-busy': () => 'The billing of the account is being changed by others.',
  'billing-unset': ({ settings }: { settings: string }) => `Billing needs the settings ${settings}.`,
  'fix-set-settings': ({ settings }: { settings: string }) => `Ask the operator to set ${settings}.`,
  'billing-changed': () => 'The billing of the account has just changed.',
  'card-is-own': () => 'The default account pays with its own card.',
  'fix-developer-account': () => 'Name a developer account in account_id.',
  'default-account-no-card': () => 'The default account has no card.',
  'subscription-own-card': () => 'The account has a subscription with a card of its own.',
  'fix-end-subscription': (_: undefined, { operation }: Edge) =>
    `End it on the page that ${operation('openBillingPortal')} returns.`,
  'default-card-removed': () => 'The card of the default account was removed.',
  'fix-topup-threshold': () => 'Send a threshold that is at most the amount.',
  'topup-needs-card': () => 'Auto-recharge needs a card to charge.',
  'structuring-price': ({ credits, missing }: { credits: number; missing: number }) =>
    `Structuring costs ${credits} credits, ${missing} more than are left.`,
  'plan-unset': ({ interval, plan, setting }: { interval: string; plan: string; setting: string }) =>
    `The ${interval} ${plan} plan needs the setting ${setting}.`,
  'subscription-exists': () => 'The account has a subscription.',
  'fix-change-plan': (_: undefined, { operation }: Edge) =>
    `Change its plan on the page that ${operation('openBillingPortal')} returns.`,
  'credit-packs': ({ sizes }: { sizes: string }) => `Credits are sold in packs of ${sizes}.`,
  'return-page': ({ home }: { home: string }) => `The page to return to must be below ${home}.`,
  'topup-threshold': ({ threshold, amount }: { threshold: number; amount: number }) =>
    `The threshold ${threshold} is above the amount ${amount}.`,
};
