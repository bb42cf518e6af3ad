import type { Edge } from './edge.js';

/** About workbooks, jobs, events and webhooks. */
export const workbooksSentences = {
  'events-followed': ({ connections }: { connections: number }) =>
    `You follow events on ${connections} connections already.`,
  'fix-events-followed': () =>
    'Close streams that nobody reads, or share one among the parts of your program.',
  'events-full': ({ streams }: { streams: number }) => `${streams} streams of events are open.`,
  'service-stopping': () => 'The service is stopping.',
  'event-unknown': ({ event }: { event: string }) => `Event ${event} is unknown, or older than 24 hours.`,
  'fix-event-unknown': () => 'Read the workbook again, and follow its events without Last-Event-ID.',
  'event-kind-unknown': ({ kind }: { kind: string }) => `There are no events of kind "${kind}".`,
  'job-unknown': ({ job }: { job: string }) => `No job ${job}.`,
  'webhook-limit': ({ max }: { max: number }) => `A user has at most ${max} webhooks.`,
  'fix-webhook-limit': (_: undefined, { operation }: Edge) =>
    `Delete one that is no longer needed (${operation('deleteWebhook')}), ended ones included.`,
  'delivery-unknown': ({ delivery }: { delivery: string }) =>
    `No delivery ${delivery} of this webhook; they are kept for 30 days.`,
  'fix-receiver': () =>
    'Give an http or https address on the open Internet, without a user name or password.',
  'secret-raced': () => 'The secret was replaced, or the webhook deleted, at the same time.',
  'fix-secret-raced': () => 'Use the secret of the other call, or rotate it again.',
  'webhook-unknown': ({ webhook }: { webhook: string }) =>
    `No webhook ${webhook} that this credential manages.`,
  'webhook-ended': () => 'The subscription has ended, so nothing is sent to it any more.',
  'fix-webhook-ended': () => 'Create a webhook for the same URL once its receiver wants events again.',
  'workbook-owner-deletes': () => 'Only the owner of a workbook, or of the account, may delete it.',
  'scope-missing': ({ scope }: { scope: string }) => `The credential does not carry the scope ${scope}.`,
  'role-disallows': ({ role, scope }: { role: string; scope: string }) =>
    `Your role in the workspace, ${role}, does not allow ${scope}.`,
  'fix-role-disallows': () => 'Ask an admin of the workspace to do it, or the owner for another role.',
  'workbook-closed': ({ workbook }: { workbook: string }) => `No workbook ${workbook} that you may enter.`,
  'credential-one-workbook': () => 'A credential for one workbook cannot create others.',
  'workbook-unknown': ({ workbook }: { workbook: string }) => `No workbook ${workbook}.`,
  'workbook-owner-shares': () => 'Only the owner of a workbook can make it private or share it.',
  'fix-ask-owner': () => 'Ask its owner, whom owner_id names.',
  'fix-event-kind': ({ nearest, kinds }: { nearest: string; kinds: string[] }) =>
    `Did you mean ${nearest}? The kinds are ${kinds.join(', ')}.`,
};
