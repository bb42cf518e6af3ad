import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { nearestName } from '@workbook-data-service/sheets/names';
import { fieldError, problem } from '../core/problems.js';
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
    .map((name) => fieldError(`/${name.slice(0, LONGEST_NAME)}`, faultOf(name, known)));
  throw problem(
    'invalid-request',
    say('query-string-invalid', {
      parameter: `/${first.slice(0, LONGEST_NAME)}`,
      ...whyOf(faultOf(first, known)),
    }),
    {
      fix:
        known.length > 0
          ? say('fix-known-parameters', { parameters: known.join(', ') })
          : say('fix-no-parameters'),
      members: { errors },
    },
  );
}

function faultOf(name: string, known: readonly string[]): Message {
  const nearest = name.length <= LONGEST_NAME ? nearestName(name, known) : undefined;
  return nearest === undefined ? say('parameter-unknown') : say('parameter-unknown-nearest', { nearest });
}
