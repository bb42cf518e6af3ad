import type { FileReading } from '@workbook-data-service/client/api';

/** How sure a reading is and what there is to look at, in a line. */
export function readingAsText(reading: FileReading): string {
  const { confidence, doubts, questions, faults, more } = reading;
  if (confidence === null) return 'no table was found';
  const asked = questions.length + more.questions;
  const found = faults.length + more.faults;
  const [first] = [...faults, ...doubts];
  return [
    `read with confidence ${confidence}`,
    ...likeAnother(reading),
    ...(asked > 0 ? [counted(asked, 'open question')] : []),
    ...(found > 0 ? [counted(found, 'fault')] : []),
    ...(first && (found > 0 || confidence < sure) ? [`sheet "${first.sheet}": ${first.text}`] : []),
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
