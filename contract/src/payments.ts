import { Type } from '@sinclair/typebox';
import { Id, LONGEST_URL, optionalNullable, strictObject, textEnum } from './common.js';

const returnUrl = (when: string) =>
  optionalNullable(
    Type.String({
      maxLength: LONGEST_URL,
      description: `A page of this service to return to ${when}; its first page where absent`,
    }),
  );

const checkoutFields = {
  account_id: optionalNullable(Id),
  success_url: returnUrl('afterwards'),
  cancel_url: returnUrl('without having done it'),
};

export const DevCheckoutRequest = strictObject({
  plan: textEnum(['solo', 'pro']),
  interval: textEnum(['monthly', 'annual']),
  ...checkoutFields,
});

export const PaygEnableRequest = strictObject(checkoutFields);

export const PackSize = Type.Unsafe<5000 | 20_000 | 100_000>({
  type: 'integer',
  enum: [5000, 20_000, 100_000],
  description: 'The size of the pack',
});

export const DevTopupRequest = strictObject({
  credits: PackSize,
  ...checkoutFields,
});

export const DevPortalRequest = strictObject({
  account_id: optionalNullable(Id),
  return_url: returnUrl('afterwards'),
});

export const ReuseCardRequest = strictObject({ account_id: optionalNullable(Id) });

export const PaymentPage = Type.Object({
  url: Type.String({ description: 'A page of Stripe, to be opened in a browser' }),
});

export const EventReceipt = Type.Object({ received: Type.Boolean() });
