import { say } from '@workbook-data-service/contract/messages';
import { badOption } from './feed-problems.js';

/** Where the next page begins: in this version of the table, whatever is edited meanwhile. */
interface SkipToken {
  version: number;
  cursor: string;
  /** How many rows of `$top` are left. */
  left: number | null;
}

export function writeSkipToken({ version, cursor, left }: SkipToken): string {
  return Buffer.from(JSON.stringify([version, cursor, left])).toString('base64url');
}

export function readSkipToken(text: string): SkipToken {
  try {
    const [version, cursor, left] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isLeft = left === null || (Number.isSafeInteger(left) && (left as number) > 0);
    if (Number.isSafeInteger(version) && typeof cursor === 'string' && isLeft)
      return { version: version as number, cursor, left: left as number | null };
  } catch {
    // Falls through: it is not one of ours.
  }
  throw foreignSkipToken();
}

export function foreignSkipToken() {
  return badOption(say('feed-skiptoken'), say('fix-feed-skiptoken'));
}
