import type { FileReading } from '@workbook-data-service/client/api';
import { inWords } from '../words/words.js';

/** How sure a reading is and what there is to look at, in a line. */
export function readingAsText(reading: FileReading): string {
  const { confidence, doubts, questions, faults, more, kept_as_sheet } = reading;
  if (confidence === null) return 'no table was found';
  const asked = questions.length + more.questions;
  const found = faults.length + more.faults;
  const [first] = [...faults, ...doubts];
  return [
    kept_as_sheet.length > 0
      ? 'kept as it is in the sheet, because no reading was sure enough'
      : `read with confidence ${confidence}`,
    ...(reading.read_by === 'model' ? ['read by the language model'] : []),
    ...likeAnother(reading),
    ...(asked > 0 ? [counted(asked, 'open question')] : []),
    ...(found > 0 ? [counted(found, 'fault')] : []),
    ...(first && (found > 0 || confidence < sure) ? [`sheet "${first.sheet}": ${inWords(first)}`] : []),
  ].join('; ');
}

/** As which file it was read, how it differs from that, and where its rows went. */
function likeAnother({ learned_from, differences = [], afresh, target }: FileReading): string[] {
  if (learned_from === undefined) return [];
  if (afresh) return [`like ${learned_from}, but read afresh: ${afresh.replaceAll('_', ' ')}`];
  const told = differences.map(({ kind, column, before, table, sheet, rows }) => {
    const what = kind.replaceAll('_', ' ');
    if (rows !== undefined) return `${rows} rows outside of a table`;
    const name = column ?? table ?? sheet;
    return `${what}: ${name}${before !== undefined && before !== name ? ` (was ${before})` : ''}`;
  });
  const went = target && !target.refused ? [`${target.rows_added} rows went to "${target.table}"`] : [];
  return [[`read like ${learned_from}`, ...told, ...went].join(', ')];
}

/** Of what is as sure as this, a doubt is not worth a line. */
const sure = 0.9;

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Other ways to read the sheets of a file, a line each, and how to take one. */
export function alternativesAsText(
  { alternatives }: Pick<FileReading, 'alternatives'>,
  place: { workbook: string; source: string },
): string[] {
  const [first] = alternatives;
  if (!first) return [];
  const lines = alternatives.map(({ id, why, tables, table_count }) => {
    const made = tables.map(({ name, columns, column_count, rows }) => {
      const shown = columns.slice(0, SHOWN_COLUMNS);
      const left = column_count > shown.length ? ', …' : '';
      return `${name} (${counted(rows, 'row')}: ${shown.join(', ')}${left})`;
    });
    const more = table_count > tables.length ? [`${table_count - tables.length} more`] : [];
    return `  ${id}  ${why.map(inWords).join(' ')} ${[...made, ...more].join('; ')}`;
  });
  const argumentsOf = [place.workbook, place.source, first.id].map((one) => JSON.stringify(one)).join(' ');
  return ['other ways to read it:', ...lines, `to take one: wds take-reading ${argumentsOf}`];
}

const SHOWN_COLUMNS = 6;
