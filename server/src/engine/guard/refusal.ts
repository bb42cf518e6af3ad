import type { Message } from '@workbook-data-service/contract/messages/message';
import { type Problem, problem } from '../../core/problems.js';

/** A position in a text, counted from 1 in lines and characters as in an editor. */
export interface Position {
  line: number;
  column: number;
}

/** The line and column of a byte offset from DuckDB, or undefined if it gave none. */
export function positionAt(sql: string, byteOffset: unknown): Position | undefined {
  const offset = Number(byteOffset);
  const bytes = Buffer.from(sql, 'utf8');
  // DuckDB writes 2^64 - 1 for a node without a position.
  if (byteOffset === '' || !Number.isSafeInteger(offset) || offset < 0 || offset > bytes.length)
    return undefined;
  const before = bytes.subarray(0, offset).toString('utf8').split('\n');
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 };
}

/** The problem for SQL that is valid but not allowed. */
export function refusal(
  detail: Message,
  { at, fix }: { at?: Position | undefined; fix?: Message } = {},
): Problem {
  return problem('sql-refused', detail, { members: { ...at }, ...(fix && { fix }) });
}
