import type { Question, RegionSpec } from '../parse-spec.js';
import { type Doubt, isShared, topHeader } from './doubts/doubt.js';
import type { Sign } from './doubts/doubt-costs.js';

/** A table as sure as this is not asked about its rows. */
const sure = 0.9;
/** Of a table less sure than this, it may be better to keep the cells as they are. */
const unsure = 0.5;

/** Doubts about the row that they name, which may be one of the header. */
const aboutRow = new Set<Sign>(['unlikely row', 'doubtful row', 'header like a record']);
/** Doubts that another number of header rows may explain. */
const aboutDepth = new Set<Sign>([
  'deep header',
  'column without a name',
  'repeated name',
  'number as name',
  'sentence as name',
  'mixed column',
]);

/** The decisions about a table that a person may want to take; `structure/decisions` carries out the answers. */
export function askQuestions(region: RegionSpec, doubts: readonly Doubt[], confidence: number): Question[] {
  const asksRows = confidence < sure && region.layout !== 'form';
  const questions = asksRows ? askAboutRows(region, doubts) : [];
  const periods = region.columns.filter(({ role }) => role === 'period');
  if (region.layout === 'crosstab')
    questions.push({
      id: `${region.id}.periods`,
      text: `The columns ${periods[0]?.name} to ${periods.at(-1)?.name} are periods. Is there to be a row for each?`,
      choices: ['long', 'wide'],
      default: 'long',
    });
  if (region.layout === 'report')
    questions.push({
      id: `${region.id}.levels`,
      text: 'Rows have levels or totals between them. Is there to be a table for each level?',
      choices: ['levels', 'flat'],
      default: 'levels',
    });
  if (confidence < unsure)
    questions.push({
      id: `${region.id}.reading`,
      text: 'It is doubtful how this part of the sheet is to be read. Is it to be kept as it is in the sheet instead?',
      choices: ['found', 'sheet'],
      default: 'found',
    });
  return questions;
}

function askAboutRows({ id, range, headerRows }: RegionSpec, doubts: readonly Doubt[]): Question[] {
  const header = topHeader(headerRows);
  const last = header.at(-1);
  const isHeader = (row: number, standing: 'yes' | 'no', text: string): Question => ({
    id: `${id}.header${row + 1}`,
    text,
    choices: ['yes', 'no'],
    default: standing,
  });
  if (last === undefined)
    return [
      isHeader(range.top, 'no', `No row reads as a header. Does row ${range.top + 1} name the columns?`),
    ];
  if (isShared(range, headerRows))
    return [
      isHeader(
        range.top,
        'no',
        `Row ${last + 1}, the header of the table above, names the columns. Does row ${range.top + 1}?`,
      ),
    ];
  const questions: Question[] = [];
  const headerLike = doubts.find(({ sign }) => sign === 'header-like row')?.row;
  const repeated = headerRows[header.length];
  if (headerLike === last + 1)
    questions.push(isHeader(headerLike, 'no', `Is row ${headerLike + 1} part of the header?`));
  else if (doubts.some((doubt) => isAboutHeader(doubt, header)))
    questions.push(
      isHeader(
        last,
        'yes',
        header.length > 1
          ? `Is row ${last + 1} part of the header?`
          : `Does row ${last + 1} name the columns?`,
      ),
    );
  const opening = repeated ?? (headerLike === last + 1 ? undefined : headerLike);
  if (opening !== undefined)
    questions.push({
      id: `${id}.table${opening + 1}`,
      text: `Does another table begin at row ${opening + 1}?`,
      choices: ['yes', 'no'],
      default: 'no',
    });
  return questions;
}

const isAboutHeader = ({ sign, row = -1 }: Doubt, header: readonly number[]) =>
  (aboutRow.has(sign) && header.includes(row)) || (aboutDepth.has(sign) && header.length > 1);
