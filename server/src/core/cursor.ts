import { say } from '@workbook-data-service/contract/messages';
import { fieldError, problem } from './problems.js';

/** Opaque to callers: where the next page of a list starts. */
export function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

export function decodeCursor<Position>(
  cursor: string,
  isPosition: (value: unknown) => value is Position,
): Position {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (isPosition(value)) return value;
  } catch {
    // Falls through: a foreign cursor is refused like any other invalid value.
  }
  throw problem('invalid-request', say('cursor-unknown'), {
    fix: say('fix-cursor'),
    members: { errors: [fieldError('/cursor', say('cursor-of-other-list'))] },
  });
}

export const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');
