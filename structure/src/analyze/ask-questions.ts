import type { Message } from '@workbook-data-service/sheets/messages';
import type { Question, RegionSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import { type Doubt, isShared, topHeader } from './doubts/doubt.js';
import type { Sign } from './doubts/doubt-costs.js';

/** A table as sure as this is not asked about its rows; of those of inspected sheets, 95 in 100 were right. */
export const sure = 0.9;

/** Doubts about the row that they name, which may be one of the header. */
const aboutRow = new Set<Sign>(['unlikely_row', 'doubtful_row', 'header_like_a_record']);
/** Doubts that another number of header rows may explain. */
const aboutDepth = new Set<Sign>([
  'deep_header',
  'column_without_a_name',
  'repeated_name',
  'number_as_name',
  'sentence_as_name',
  'mixed_column',
]);

/** The decisions about a table that a person may want to take; `structure/decisions` carries out the answers. */
export function askQuestions(region: RegionSpec, doubts: readonly Doubt[], confidence: number): Question[] {
  const asksRows = confidence < sure && region.layout !== 'form';
  const questions = asksRows ? askAboutRows(region, doubts) : [];
  const periods = region.columns.filter(({ role }) => role === 'period');
  if (region.layout === 'crosstab')
    questions.push({
      id: `${region.id}.periods`,
      ...sayOfReading('ask-periods', { first: periods[0]?.name ?? '', last: periods.at(-1)?.name ?? '' }),
      choices: ['long', 'wide'],
      default: 'long',
    });
  if (region.layout === 'report')
    questions.push({
      id: `${region.id}.levels`,
      ...sayOfReading('ask-levels'),
      choices: ['levels', 'flat'],
      default: 'levels',
    });
  return questions;
}

function askAboutRows({ id, range, headerRows }: RegionSpec, doubts: readonly Doubt[]): Question[] {
  const header = topHeader(headerRows);
  const last = header.at(-1);
  const isHeader = (row: number, standing: 'yes' | 'no', said: Message): Question => ({
    id: `${id}.header${row + 1}`,
    ...said,
    choices: ['yes', 'no'],
    default: standing,
  });
  if (last === undefined)
    return [isHeader(range.top, 'no', sayOfReading('ask-first-header', { row: range.top + 1 }))];
  if (isShared(range, headerRows))
    return [
      isHeader(range.top, 'no', sayOfReading('ask-own-header', { header: last + 1, row: range.top + 1 })),
    ];
  const questions: Question[] = [];
  const headerLike = doubts.find(({ sign }) => sign === 'header_like_row')?.row;
  const repeated = headerRows[header.length];
  if (headerLike === last + 1)
    questions.push(isHeader(headerLike, 'no', sayOfReading('ask-header-part', { row: headerLike + 1 })));
  else if (doubts.some((doubt) => isAboutHeader(doubt, header)))
    questions.push(
      isHeader(
        last,
        'yes',
        sayOfReading(header.length > 1 ? 'ask-header-part' : 'ask-header', { row: last + 1 }),
      ),
    );
  const opening = repeated ?? (headerLike === last + 1 ? undefined : headerLike);
  if (opening !== undefined)
    questions.push({
      id: `${id}.table${opening + 1}`,
      ...sayOfReading('ask-table', { row: opening + 1 }),
      choices: ['yes', 'no'],
      default: 'no',
    });
  return questions;
}

const isAboutHeader = ({ sign, row = -1 }: Doubt, header: readonly number[]) =>
  (aboutRow.has(sign) && header.includes(row)) || (aboutDepth.has(sign) && header.length > 1);
