import type { Edge } from './edge.js';

/** About reports that are mailed. */
export const subscriptionsSentences = {
  'subscription-unknown': ({ subscription }: { subscription: string }) =>
    `The report has no subscription ${subscription}.`,
  'fix-subscriptions': (_: undefined, { operation }: Edge) => `${operation('listSubscriptions')} lists them.`,
  'subscription-of-report-exists': ({ subscription }: { subscription: string }) =>
    `They get this report already, by the subscription ${subscription}.`,
  'fix-subscription-of-report-exists': () => 'Change that one.',
  'subscription-recipient': ({ user }: { user: string }) =>
    `The report cannot be mailed to the user ${user}.`,
  'fix-subscription-recipient': () =>
    'Name a member of the workspace who may see the workbook and has proven their address.',
  'field-no-recipient': () => 'is nobody to whom it can be mailed',
  'fix-subscription-timing': () =>
    'Send every, one of 15m, 1h, 6h, 1d and 7d, or cron with five fields, such as "0 8 * * 1-5", or on_change; and a time_zone.',
  'field-every-cron-or-change': () => 'or cron or on_change is to be sent, and one of them only',
  'field-only-on-change': () => 'is for what is mailed when its data changed',
  'subscription-needs-mail': () => 'The service has no mail server.',
  'fix-subscription-needs-mail': () => 'Set SVC_SMTP_URL and SVC_MAIL_FROM.',
  'subscription-ended': () => 'The subscription has ended.',
  'subscription-no-access': () => 'Whom the report was mailed to may no longer see it.',
  'mail-server-silent': () => 'The mail server does not answer.',
  'mail-refused': ({ status }: { status: number }) => `The mail server refused the mail (${status}).`,
  'mail-outcome-unknown': () =>
    'It is not known whether the mail has arrived, because it was interrupted. It is not sent again.',
};
