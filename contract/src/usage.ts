import { Type } from '@sinclair/typebox';
import { nullable } from './common.js';
import { withDefault } from './defaults.js';
import { AccountQuery } from './identity.js';

export const LONGEST_SPAN_OF_USAGE = 365;

const Day = Type.String({ description: 'A day in UTC, as `2026-01-31`' });

export const UsageQuery = Type.Object({
  days: withDefault(
    Type.Integer({
      minimum: 1,
      maximum: LONGEST_SPAN_OF_USAGE,
      description: 'How many days, today included',
    }),
    30,
  ),
});
export const AccountUsageQuery = Type.Composite([AccountQuery, UsageQuery]);

export const TokenRequests = Type.Object({
  id: Type.String({ description: 'The token or key' }),
  name: nullable(Type.String()),
  requests: Type.Integer(),
});
export const DayOfTokens = Type.Object({
  day: Day,
  tokens: Type.Array(TokenRequests, { description: 'Those that made requests, the busiest first' }),
});
export const TokenUsage = Type.Object({
  days: Type.Array(DayOfTokens, { description: 'Every day of the span, the oldest first' }),
});

export const DayOfAccount = Type.Object({
  day: Day,
  requests: Type.Integer({ description: 'Authenticated requests, whatever was answered' }),
  ops: Type.Integer({ description: 'Changes that were recorded in workbooks' }),
  credits: Type.Integer({ description: 'Credits spent' }),
  storage_bytes: nullable(
    Type.Integer({
      description:
        'Bytes taken by files, tables and their versions at the last measurement of that day; null if there was none',
    }),
  ),
  tables: nullable(
    Type.Integer({
      description: 'Active tables at the last measurement of that day; null if there was none',
    }),
  ),
});
export const AccountUsage = Type.Object({
  series: Type.Array(DayOfAccount, {
    description: 'Days with activity, and today, the oldest first',
  }),
});
