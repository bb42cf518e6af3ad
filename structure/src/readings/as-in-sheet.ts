import { describeWhole } from '../analyze/describe-whole.js';
import type { AskedSheet } from '../decisions/answer-questions.js';
import { sayOfReading } from '../reading-messages.js';
import type { WholeReason } from '../reading-sentences.js';
import type { Candidate } from './candidate.js';

/** Every value stays in its own row and column, as in the raw table of the sheet. */
export function asInSheet(
  { cells, dialect, spec: { usedRange, regions } }: AskedSheet,
  name: string,
  why: WholeReason,
): Candidate {
  const id = regions[0]?.id;
  const isBlank = !usedRange || id === undefined;
  return {
    regions: isBlank
      ? []
      : [describeWhole(cells, usedRange, dialect, { id, name, why, mayHaveHeader: true })],
    why: [sayOfReading('alternative-as-in-sheet')],
  };
}
