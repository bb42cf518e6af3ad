import Stripe from 'stripe';
import { secondsOf } from '../retrying.js';
import { PaymentsFailure } from './payments.js';

const { StripeError, StripeCardError } = Stripe.errors;

/** Waits for an answer of Stripe, and says of a failure whether the same call may succeed later. */
export async function askStripe<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof StripeError) throw new StripeFailure(error);
    throw error;
  }
}

class StripeFailure extends PaymentsFailure {
  constructor(override readonly cause: Stripe.errors.StripeError) {
    super(`Stripe: ${cause.message}`, isTransientFailure(cause), secondsOf(cause.headers?.['retry-after']));
  }
}

/** No answer, too many calls, a call with the same key that still runs, or trouble at Stripe. */
function isTransientFailure({ statusCode, type }: Stripe.errors.StripeError): boolean {
  if (type === 'StripeConnectionError' || statusCode === undefined) return true;
  return statusCode === 409 || statusCode === 429 || statusCode >= 500;
}

export function isMissing(error: unknown): boolean {
  return error instanceof StripeFailure && error.cause.code === 'resource_missing';
}

export function isUnexpectedState(error: unknown): boolean {
  return error instanceof StripeFailure && error.cause.code === 'payment_intent_unexpected_state';
}

/** Why a card cannot be charged: its bank says no, or it was removed. Undefined for any other failure. */
export function refusalOfCard(error: unknown): string | undefined {
  if (!(error instanceof StripeFailure)) return undefined;
  const { cause } = error;
  if (cause instanceof StripeCardError) return cause.message;
  return cause.param === 'payment_method' ? 'The card was removed.' : undefined;
}
