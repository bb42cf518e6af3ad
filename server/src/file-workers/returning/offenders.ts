import { say } from '@workbook-data-service/contract/messages';
import type { Message, Saying } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { cellAddress } from '@workbook-data-service/sheets/addresses';
import type { ColumnReader } from '@workbook-data-service/sheets/columns';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { problem } from '../../core/problems.js';

const MAX_OFFENDERS = 100;
const MAX_VALUE_LENGTH = 80;

interface RefusedCell {
  cells: ColumnReader;
  sheet: Sheet;
  /** Counted from 0, as `index`. */
  row: number;
  index: number;
  /** The name of the column. */
  column: string;
  type: ColumnType;
  reason: Message;
}

/** A cell that could not be read, as answers name it. */
export interface Offender {
  sheet: string;
  cell: string;
  column: string;
  value: string;
  type: string;
  /** Why it does not fit, as a clause and as data. */
  reason: string;
  reason_code: string;
  reason_params: Message['params'];
}

export function reasonFields({ text, code, params }: Message) {
  return { reason: text, reason_code: code, reason_params: params };
}

/** The cells of a returned file that do not fit their columns; the first hundred are named. */
export class Offenders {
  readonly #first: Offender[] = [];
  #count = 0;

  add({ cells, sheet, row, index, column, type, reason }: RefusedCell): void {
    this.#count += 1;
    if (this.#first.length === MAX_OFFENDERS) return;
    const formula = cells.column?.formulas.get(row);
    const value = cells.rendered(row) ?? (formula === undefined ? '' : `=${formula}`);
    const cell = cellAddress(row + 1, index);
    this.#first.push({
      sheet: sheet.name,
      cell,
      column,
      value: shortened(value),
      type,
      ...reasonFields(reason),
    });
  }

  /** How many there are, and the first of them. */
  list(): { count: number; cells: Offender[] } {
    return { count: this.#count, cells: this.#first };
  }
}

export const reasonOf = ({ reason, reason_code, reason_params }: Offender): Message => ({
  text: reason,
  code: reason_code,
  params: reason_params,
});

export function refuseOffenders(all: readonly Offenders[], fix?: Saying): void {
  const lists = all.map((one) => one.list());
  const offenders = lists.flatMap(({ cells }) => cells).slice(0, MAX_OFFENDERS);
  const count = lists.reduce((sum, list) => sum + list.count, 0);
  const [first] = offenders;
  if (!first) return;
  const { sheet, cell, column, value, type } = first;
  const more = count > 1 ? ` ${count} cells of the file do not fit.` : '';
  throw problem(
    'invalid-cells',
    say('returned-cell', { sheet, cell, column, type, value, more, ...whyOf(reasonOf(first)) }),
    { ...(fix !== undefined && { fix }), members: { offenders, count } },
  );
}

function shortened(text: string): string {
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
