import { say } from '@workbook-data-service/contract/messages';
import { nearestName } from '@workbook-data-service/sheets/names';
import { inOwnWords, problem } from '../core/problems.js';
import type { Endpoint } from './endpoint.js';

const MAX_ERRORS = 20;
/** Longer names get no suggestion. */
const LONGEST_NAME = 100;

/**
 * Ignoring unknown parameters is unsafe: `dry_run=true` on a call without dry runs would make the change. Only where
 * another site chooses them does the schema of an endpoint allow additional ones.
 */
export function refuseUnknownParameters(given: object, { query }: Endpoint): void {
  if (query?.additionalProperties === true) return;
  const known = Object.keys(query?.properties ?? {});
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const [first] = unknown;
  if (first === undefined) return;
  const errors = unknown
    .slice(0, MAX_ERRORS)
    .map((name) => ({ path: `/${name.slice(0, LONGEST_NAME)}`, message: messageFor(name, known) }));
  throw problem(
    'invalid-request',
    say('query-string-invalid', { parameter: errors[0]?.path ?? '', why: errors[0]?.message ?? '' }),
    {
      fix: inOwnWords(
        known.length > 0
          ? `Send only parameters that this call takes: ${known.join(', ')}.`
          : 'Leave the query string out: this call takes no parameters.',
      ),
      members: { errors },
    },
  );
}

function messageFor(name: string, known: readonly string[]): string {
  const nearest = name.length <= LONGEST_NAME ? nearestName(name, known) : undefined;
  return nearest === undefined
    ? 'is not a known parameter'
    : `is not a known parameter; the nearest is ${nearest}`;
}
