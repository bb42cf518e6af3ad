import { textWidth } from '@workbook-data-service/sheets/text-values';
import type { ReportLabels } from '../../../core/report-texts.js';
import type { MailTable } from './mail-table.js';

/** In characters; longer texts are cut. */
const WIDEST_COLUMN = 30;

/** A table in plain text, its columns below each other where the letters are as wide as each other. */
export function mailTableText(
  { title, columns, showHeader, rows, totals, notes, remarks }: MailTable,
  words: ReportLabels,
): string {
  const lines = [
    ...(showHeader ? [columns.map(({ name, note }) => cell(name, note))] : []),
    ...rows.map((cells) => cells.map(({ text, note }) => cell(text, note))),
    ...totals.map(({ label, cells }) =>
      cells.map((text, at) => cell(at === 0 ? `${label} ${text}` : text, undefined)),
    ),
  ];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => textWidth(line[at] ?? '')), 0));
  const padded = lines.map((line) =>
    line
      .map((text, at) => {
        const blank = ' '.repeat((widths[at] ?? 0) - textWidth(text));
        return columns[at]?.isNumeric ? blank + text : text + blank;
      })
      .join('  ')
      .trimEnd(),
  );
  if (showHeader) padded.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  return [
    ...(title === null ? [] : [title]),
    ...padded,
    ...(rows.length === 0 ? [words.noRows] : []),
    ...remarks,
    ...notes.map((note, i) => `[${i + 1}] ${note}`),
  ].join('\n');
}

function cell(text: string, note: number | undefined): string {
  // Blanks as wide as a digit keep points below each other.
  const line = text.replace(/[^\S\u2007\u2008]+/g, ' ').replace(/[\u2007\u2008]/g, ' ');
  const mark = note === undefined ? '' : ` [${note}]`;
  return `${fitting(line)}${mark}`;
}

function fitting(text: string): string {
  if (textWidth(text) <= WIDEST_COLUMN) return text;
  let width = 0;
  let shown = '';
  for (const character of text) {
    width += textWidth(character);
    if (width > WIDEST_COLUMN - 1) break;
    shown += character;
  }
  return `${shown}…`;
}
