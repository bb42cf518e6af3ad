import { Type } from '@sinclair/typebox';
import { Id, nullable, optionalNullable, strictObject, Timestamp, textEnum } from './common.js';
import { CreditBucket } from './identity.js';
import { PackSize } from './payments.js';

const MIN_RECHARGE = 500;
const MAX_RECHARGE = 1_000_000;

export const Billing = Type.Object({
  plan: textEnum(['free', 'payg', 'solo', 'pro']),
  status: nullable(Type.String({ description: 'Of the subscription, as Stripe calls it; null without one' })),
  interval: nullable(textEnum(['monthly', 'annual'])),
  current_period_end: nullable(Timestamp),
  credits: Type.Array(CreditBucket, { description: 'In the order in which they are spent' }),
  auto_topup: Type.Object({
    enabled: Type.Boolean(),
    amount: Type.Integer({ description: 'How many credits are bought at a time' }),
    threshold: Type.Integer({
      description: 'They are bought once fewer monthly and prepaid credits are left',
    }),
    stopped: nullable(
      Type.String({ description: 'Why auto-recharge switched itself off; null if it did not' }),
    ),
  }),
  payment_method: nullable(Type.Object({ brand: Type.String(), last4: Type.String() })),
  overage: Type.Object({
    credits: Type.Integer({ description: 'Used and not paid for yet' }),
    amount: Type.Integer({ description: 'What they cost, in cents' }),
    stopped: nullable(
      Type.String({
        description: 'Why no more may be owed: the card could not be charged; null if it could',
      }),
    ),
  }),
  currency: Type.String({ description: 'Of every amount, as `usd`' }),
  metered: Type.Boolean({
    description: 'Whether running out of credits refuses anything; else they are only counted',
  }),
  offers: nullable(
    Type.Object(
      {
        subscriptions: Type.Array(
          Type.Object({
            plan: textEnum(['solo', 'pro']),
            interval: textEnum(['monthly', 'annual']),
            monthly_credits: Type.Integer({ description: 'Granted on the first of each month' }),
          }),
          { description: 'Their prices are on the page of the payment provider' },
        ),
        packs: Type.Array(
          Type.Object({
            credits: PackSize,
            amount: Type.Integer({ description: 'What they cost, in cents' }),
          }),
        ),
        pay_as_you_go: Type.Object({
          monthly_credits: Type.Integer(),
          credits: Type.Integer({ description: 'How many may be used now and paid for later' }),
          amount: Type.Integer({ description: 'What that many cost, in cents' }),
        }),
      },
      { description: 'What can be bought; null where no payments are set up' },
    ),
  ),
});

const kept = (what: string) => `${what}; as it is where absent`;

export const AccountAutoTopupRequest = strictObject({
  enabled: Type.Boolean(),
  amount: Type.Optional(
    Type.Integer({
      minimum: MIN_RECHARGE,
      maximum: MAX_RECHARGE,
      description: kept('How many credits are bought at a time, 5000 at first'),
    }),
  ),
  threshold: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_RECHARGE,
      description: kept('Credits are bought once fewer than this are left, 1000 at first; at most `amount`'),
    }),
  ),
  account_id: optionalNullable(Id),
});
