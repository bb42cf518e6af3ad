import type { Session } from '../session.js';
import { remark, terminalWidth, writeLine } from './standard-output.js';
import { type TextColumn, TextTable } from './text-table.js';

export interface ListColumn<Item> extends TextColumn {
  value(item: Item): unknown;
}

/** A list of things: a line of JSON for each, or a table. */
export async function printList<Item>(
  { json }: Pick<Session, 'json'>,
  items: AsyncIterable<Item> | Iterable<Item>,
  columns: readonly ListColumn<Item>[],
): Promise<void> {
  if (json) {
    for await (const item of items) await writeLine(JSON.stringify(item));
    return;
  }
  const rows: unknown[][] = [];
  for await (const item of items) rows.push(columns.map(({ value }) => value(item)));
  if (rows.length === 0) return remark('None.');
  const table = new TextTable(columns, rows, terminalWidth());
  await writeLine(table.header());
  for (const row of rows) await writeLine(table.row(row));
}

/** One answer: JSON for a program, a sentence for a person. */
export async function printAnswer(
  { json }: Pick<Session, 'json'>,
  answer: unknown,
  sentence: string,
): Promise<void> {
  await writeLine(json ? JSON.stringify(answer) : sentence);
}

/** As a clock on the wall shows it. */
export function localTime(time: string | null | undefined): string {
  if (!time) return '';
  const at = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
