import type { Payments } from './payments.js';

/** The operator's settings, as the configuration names them. */
interface PaymentSettings {
  stripeSecretKey: string | undefined;
  stripeWebhookSecret: string | undefined;
  stripePriceSoloMonthly: string | undefined;
  stripePriceSoloAnnual: string | undefined;
  stripePriceProMonthly: string | undefined;
  stripePriceProAnnual: string | undefined;
  stripeApiUrl: string;
}

/** Undefined if Stripe is not set up. */
export async function openPayments(settings: PaymentSettings): Promise<Payments | undefined> {
  const { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret, stripeApiUrl: apiUrl } = settings;
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  // Stripe's client takes a while to load, which a start without it need not wait for.
  const { stripePayments } = await import('./stripe-payments.js');
  return stripePayments({
    secretKey,
    webhookSecret,
    apiUrl,
    prices: [
      { plan: 'solo', interval: 'monthly', price: settings.stripePriceSoloMonthly },
      { plan: 'solo', interval: 'annual', price: settings.stripePriceSoloAnnual },
      { plan: 'pro', interval: 'monthly', price: settings.stripePriceProMonthly },
      { plan: 'pro', interval: 'annual', price: settings.stripePriceProAnnual },
    ],
  });
}
