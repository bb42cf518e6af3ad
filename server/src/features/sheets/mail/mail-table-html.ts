import { textWidth } from '@workbook-data-service/sheets/text-values';
import { escapeHtml } from '../../../core/escape-html.js';
import type { ReportLabels } from '../../../core/report-texts.js';
import { cellStyle, inline } from './mail-style.js';
import type { MailTable } from './mail-table.js';

/** In characters. Longer texts may take several lines. */
const LONGEST_LINE = 24;

/** A table as mail programs show it. */
export function mailTableHtml(
  { title, columns, showHeader, rows, totals, notes, remarks }: MailTable,
  words: ReportLabels,
): string {
  const names = columns.map(
    ({ name, isNumeric, isMasked, note }) =>
      `<th scope="col"${isNumeric ? ' align="right"' : ''}${isLine(name) ? ' nowrap' : ''} style="${isMasked ? inline.masked : inline.head}" class="head">${escapeHtml(name)}${mark(note)}</th>`,
  );
  const lines = rows.map((cells, row) => {
    const shown = cells.map(({ text, style, note }, at) =>
      cellHtml(text, columns[at]?.isNumeric, style, note),
    );
    return `<tr valign="top"${row % 2 === 1 ? ' bgcolor="#f4f6f9" class="even"' : ''}>${shown.join('')}</tr>`;
  });
  const none = `<tr><td colspan="${Math.max(columns.length, 1)}" align="center">${words.noRows}</td></tr>`;
  const sums = totals.map(({ label, cells }) => {
    const shown = cells.map((text, at) => {
      const small = at === 0 ? escapeHtml(label) : '';
      const content = `${small}${small && text ? ' ' : ''}${escapeHtml(text)}`;
      return `<td${columns[at]?.isNumeric || text ? ' align="right"' : ''} nowrap style="${inline.total}">${content}</td>`;
    });
    return `<tr bgcolor="#e8eef5" class="total">${shown.join('')}</tr>`;
  });
  return [
    title === null ? '' : `<p style="${inline.caption}" class="h">${escapeHtml(title)}</p>`,
    `<div style="${inline.scroll}"><table border="0" cellspacing="0" cellpadding="7" style="${inline.table}" class="cells">`,
    showHeader ? `<thead><tr valign="bottom">${names.join('')}</tr></thead>` : '',
    `<tbody>${lines.length > 0 ? lines.join('\n') : none}`,
    ...sums,
    '</tbody></table></div>',
    ...remarks.map((text) => small(escapeHtml(text))),
    ...notes.map((note, i) => small(`<sup>${i + 1}</sup> ${escapeHtml(note)}`)),
    '',
  ]
    .filter((line, i, all) => line !== '' || i === all.length - 1)
    .join('\n');
}

function cellHtml(
  text: string,
  isNumeric: boolean | undefined,
  given: Parameters<typeof cellStyle>[0],
  note: number | undefined,
): string {
  const { style, isOwn } = cellStyle(given);
  const attributes = [
    isNumeric ? ' align="right"' : '',
    isLine(text) ? ' nowrap' : '',
    style === '' && isLine(text)
      ? ''
      : ` style="${[style, isLine(text) ? '' : inline.prose].filter(Boolean).join(';')}"`,
    isOwn ? ' class="own"' : '',
  ];
  return `<td${attributes.join('')}>${escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>')}${mark(note)}</td>`;
}

const isLine = (text: string) => textWidth(text) <= LONGEST_LINE;
const mark = (note: number | undefined) => (note === undefined ? '' : `<sup>${note}</sup>`);
const small = (content: string) => `<p style="${inline.small}" class="small">${content}</p>`;
