import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { type Problem, problem } from '../core/problems.js';

/** A query option that cannot be followed as it is written. */
export function badOption(detail: Message, fix: Message): Problem {
  return problem('bad-request', detail, { fix });
}

/** Something that OData has and this feed does not. */
export function unsupported(detail: Message, fix: Message): Problem {
  return problem('not-supported', detail, { fix });
}

/** How much of what is not understood an error repeats. */
const SHOWN = 30;

export function syntaxError(option: string, text: string, at: number): Problem {
  return badOption(
    say('feed-syntax', { option, at: at + 1, near: text.slice(at, at + SHOWN) }),
    say('fix-feed-syntax'),
  );
}

export function unknownProperty(property: string, set: string): Problem {
  return badOption(say('feed-property-unknown', { property, set }), say('fix-feed-property-unknown'));
}
