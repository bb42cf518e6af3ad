import { type Static, Type } from '@sinclair/typebox';
import {
  idOf,
  LONGEST_NAME,
  NextCursor,
  nullable,
  optionalNullable,
  pageQuery,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';
import { Interval, intervals, Schedule, timingFields } from './schedules.js';

export const reportFiles = ['none', 'attach', 'link'] as const;
export type ReportFile = (typeof reportFiles)[number];
export const mailLanguages = ['en', 'ja'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

const File = textEnum(reportFiles, {
  description:
    '`attach`: the mail has the report as an xlsx file, or a link where that is large. `link`: it has a link to the report, ' +
    'where the file is. `none`: neither',
});
const Language = textEnum(mailLanguages, { description: 'Of what the mail says besides the report' });
const AtMostEvery = textEnum(intervals, {
  description: 'How often it is mailed at most, with `on_change`; `1h` where absent',
});

const subscriptionFields = {
  ...timingFields,
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'By whose clocks `cron` and the dates in the mail are meant, as `Asia/Tokyo`; UTC where absent',
    }),
  ),
  on_change: Type.Optional(
    Type.Boolean({
      description: 'Mailed when what the report shows has changed and then been quiet for a while',
    }),
  ),
  at_most_every: Type.Optional(AtMostEvery),
  file: Type.Optional(File),
  language: optionalNullable(Language),
};

export const CreateSubscriptionRequest = strictObject(
  {
    ...subscriptionFields,
    user_id: Type.Optional(
      Type.String({ maxLength: 200, description: 'A member who is to get it; the caller where absent' }),
    ),
  },
  { description: 'One of `every`, `cron` and `on_change`' },
);
export type NewSubscription = Static<typeof CreateSubscriptionRequest>;

export const UpdateSubscriptionRequest = strictObject({
  ...subscriptionFields,
  state: Type.Optional(textEnum(['active', 'paused'])),
});
export type SubscriptionUpdate = Static<typeof UpdateSubscriptionRequest>;

export const Subscription = Type.Object({
  ...Type.Omit(Schedule, ['kind', 'subject', 'subject_id', 'url', 'user_id']).properties,
  workbook_id: Type.String(),
  workbook_title: Type.String(),
  sheet: Type.String({ description: 'The name of the sheet' }),
  sheet_id: Type.String(),
  title: nullable(Type.String({ description: 'Of the sheet' })),
  recipient: Type.Object({
    user_id: Type.String(),
    email: Type.String(),
    name: nullable(Type.String()),
  }),
  created_by: Type.String({ description: 'The id of a user' }),
  at_most_every: nullable(Interval),
  file: File,
  language: nullable(Language),
  last_mailed_at: nullable(Timestamp),
});
export const SubscriptionListQuery = pageQuery(100);
export const SubscriptionList = Type.Object({
  subscriptions: Type.Array(Subscription),
  next_cursor: NextCursor,
});
export const SubscriptionParams = Type.Object({
  workbook_id: WorkbookId,
  name: Type.String({ maxLength: LONGEST_NAME, description: 'The name of the sheet, or its id' }),
  subscription_id: idOf('a subscription'),
});
