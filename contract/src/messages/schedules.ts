import type { Edge } from './edge.js';

/** About what the service does by itself. */
export const schedulesSentences = {
  'schedule-unknown': ({ schedule }: { schedule: string }) => `The workbook has no schedule ${schedule}.`,
  'fix-schedules': (_: undefined, { operation }: Edge) => `${operation('listSchedules')} lists them.`,
  'schedule-timing': () => 'It cannot happen at these times.',
  'fix-schedule-timing': () =>
    'Send every, one of 15m, 1h, 6h, 1d and 7d, or cron with five fields, such as "0 8 * * 1-5", and a time_zone.',
  'field-every-or-cron': () => 'or cron is to be sent, and not both',
  'field-cron-invalid': () => 'is no cron expression of five fields',
  'field-cron-never': () => 'never comes true',
  'field-cron-too-frequent': () => 'comes true more often than every 15 minutes',
  'field-time-zone-unknown': () => 'is not a time zone',
  'schedule-needs-url': ({ source }: { source: string }) =>
    `It is not known from which address "${source}" was fetched.`,
  'schedule-url-lost': () => 'The stored address cannot be read any more.',
  'schedule-no-access': () => 'The user of the schedule may no longer do this in the workbook.',
  'refresh-not-derived': ({ table }: { table: string }) =>
    `"${table}" is no derived table: there is nothing to recompute.`,
};
