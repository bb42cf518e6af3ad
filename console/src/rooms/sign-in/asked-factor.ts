import { isProblem } from '@workbook-data-service/client';

/** A sign-in that waits for a second factor. */
export interface AskedFactor {
  ticket: string;
  factors: string[];
}

/** What a sign-in asks for that was right so far. */
export function askedBy(error: unknown): AskedFactor | undefined {
  if (!isProblem(error, 'second-factor-required')) return undefined;
  const { ticket, second_factors: factors } = error.members;
  return { ticket: String(ticket), factors: (factors as string[]) ?? [] };
}

/** The same behind the hash of the sign-in page, where the sign-in began elsewhere. */
export function askedInHash(hash: string): AskedFactor | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const ticket = given.get('ticket');
  if (ticket === null) return undefined;
  return { ticket, factors: (given.get('second_factors') ?? '').split(',') };
}

export function hashOf({ ticket, factors }: AskedFactor): string {
  return new URLSearchParams({ ticket, second_factors: factors.join(',') }).toString();
}
