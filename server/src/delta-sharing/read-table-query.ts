import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';
import { moment, wholeNumber } from './read-fields.js';

/** The version that a client asks for; the current one if neither is given. */
export interface AskedVersion {
  version: number | undefined;
  timestamp: string | undefined;
}

/** The body of a query, as far as it is understood: the protocol lets servers pass over hints. */
export interface TableQuery extends AskedVersion {
  limitHint: number | undefined;
  predicateHints: readonly string[];
  jsonPredicateHints: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

export function askedVersion(fields: Fields): AskedVersion {
  const version = wholeNumber(fields.version, 'version');
  const timestamp = moment(fields.timestamp, 'timestamp');
  if (version !== undefined && timestamp !== undefined)
    throw problem('bad-request', say('feed-version-and-time'), { fix: say('fix-feed-version-and-time') });
  return { version, timestamp };
}

export function readTableQuery(body: unknown): TableQuery {
  const fields = body ?? {};
  if (typeof fields !== 'object' || Array.isArray(fields))
    throw problem('bad-request', say('feed-body-invalid'), { fix: say('fix-feed-body-invalid') });
  const { predicateHints, jsonPredicateHints, limitHint, startingVersion, endingVersion } = fields as Fields;
  if (startingVersion != null || endingVersion != null) throw changesUnsupported();
  return {
    ...askedVersion(fields as Fields),
    limitHint: wholeNumber(limitHint, 'limitHint'),
    predicateHints: Array.isArray(predicateHints)
      ? predicateHints.filter((hint) => typeof hint === 'string')
      : [],
    jsonPredicateHints: typeof jsonPredicateHints === 'string' ? jsonPredicateHints : undefined,
  };
}

export function changesUnsupported() {
  return problem('not-supported', say('feed-changes-unsupported'), {
    fix: say('fix-feed-changes-unsupported'),
  });
}
