import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import {
  type CellRange,
  cellAddress,
  columnIndex,
  isOnSheet,
  LAST_COLUMN,
  LAST_ROW,
} from '@workbook-data-service/sheets/addresses';
import { fieldError, problem } from './problems.js';

const SHORTEST = 2;
const LONGEST = 30;

const corner = String.raw`\$?([A-Z]{1,3})\$?(\d{1,7})`;
const rangeForm = new RegExp(`^${corner}(?::${corner})?$`, 'i');
const wholeLines = /^\$?(?:[A-Z]{1,3}:\$?[A-Z]{1,3}|\d{1,7}:\$?\d{1,7})$/i;

/** `B2`, `B2:D10` or `$B$2:$D$10`, in any letter case and with the corners in any order. */
export function parseRange(text: string): CellRange {
  if (text.length < SHORTEST || text.length > LONGEST)
    throw rangeProblem(say('range-length', { min: SHORTEST, max: LONGEST }));
  if (wholeLines.test(text)) throw rangeProblem(say('range-whole-lines'));
  const match = rangeForm.exec(text);
  if (!match) throw rangeProblem(say('range-not-one'));
  const [, letters = '', digits = '', otherLetters = letters, otherDigits = digits] = match;
  const columns = [columnIndex(letters), columnIndex(otherLetters)];
  const rows = [Number(digits), Number(otherDigits)];
  const range = {
    top: Math.min(...rows),
    left: Math.min(...columns),
    bottom: Math.max(...rows),
    right: Math.max(...columns),
  };
  if (range.top < 1 || !isOnSheet(range)) throw rangeProblem(say('range-beyond-sheet', { last: LAST_CELL }));
  return range;
}

export function sizeOf({ top, left, bottom, right }: CellRange): { rows: number; columns: number } {
  return { rows: bottom - top + 1, columns: right - left + 1 };
}

export function rangeProblem(fault: Message) {
  return problem('invalid-request', say('range-invalid', whyOf(fault)), {
    fix: say('fix-range-invalid'),
    members: { errors: [fieldError('/range', fault)] },
  });
}

const LAST_CELL = cellAddress(LAST_ROW, LAST_COLUMN);
