import type { Question, RegionSpec } from '../../core/parse-spec.js';

/** The decisions about a table that a person may want to take; `structure/decisions` carries out the answers. */
export function askQuestions(region: RegionSpec): Question[] {
  const questions: Question[] = [];
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
  return questions;
}
