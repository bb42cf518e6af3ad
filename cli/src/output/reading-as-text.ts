import type { FileReading } from '@workbook-data-service/client/api';

/** How sure a reading is and what there is to look at, in a line. */
export function readingAsText({ confidence, doubts, questions, faults, more }: FileReading): string {
  if (confidence === null) return 'no table was found';
  const asked = questions.length + more.questions;
  const found = faults.length + more.faults;
  const [first] = [...faults, ...doubts];
  return [
    `read with confidence ${confidence}`,
    ...(asked > 0 ? [counted(asked, 'open question')] : []),
    ...(found > 0 ? [counted(found, 'fault')] : []),
    ...(first && (found > 0 || confidence < sure) ? [`sheet "${first.sheet}": ${first.text}`] : []),
  ].join('; ');
}

/** Of what is as sure as this, a doubt is not worth a line. */
const sure = 0.9;

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
