import { type AskedSheet, answerQuestions } from '../decisions/answer-questions.js';
import type { RegionSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import type { Candidate } from './candidate.js';

/** With more open questions, only those about the least sure tables are answered two at a time. */
const maxPaired = 6;

interface Answer {
  id: string;
  choice: string;
}

/** The readings that the open questions of a spec leave possible: one of them answered otherwise, then two. */
export function* answeredReadings(asked: AskedSheet): Generator<Candidate> {
  const open = openAnswers(asked.spec.regions);
  for (const answer of open) yield withAnswers(asked, [answer]);
  const paired = open.slice(0, maxPaired);
  for (const [at, first] of paired.entries())
    for (const second of paired.slice(at + 1))
      if (first.id !== second.id) yield withAnswers(asked, [first, second]);
}

/** Choices that the spec does not follow, those about the least sure table first. */
function openAnswers(regions: readonly RegionSpec[]): Answer[] {
  return regions
    .toSorted((a, b) => a.confidence - b.confidence)
    .flatMap(({ questions = [] }) => questions)
    .flatMap(({ id, choices, default: followed }) =>
      choices.filter((choice) => choice !== followed).map((choice) => ({ id, choice })),
    );
}

function withAnswers(asked: AskedSheet, answers: readonly Answer[]): Candidate {
  const choices = Object.fromEntries(answers.map(({ id, choice }) => [id, choice]));
  return {
    regions: asked.spec.regions.flatMap((region) => answerQuestions(asked, region, choices)),
    why: answers.map(whyOf),
  };
}

function whyOf({ id, choice }: Answer): Candidate['why'][number] {
  const [, about = '', row = ''] = /\.([a-z]+)(\d*)$/.exec(id) ?? [];
  switch (about as AskedAbout) {
    case 'header':
      return sayOfReading(choice === 'yes' ? 'alternative-header-row' : 'alternative-no-header-row', {
        row: Number(row),
      });
    case 'table':
      return sayOfReading('alternative-table', { row: Number(row) });
    case 'tables':
      return sayOfReading('alternative-tables');
    case 'periods':
      return sayOfReading('alternative-periods-across');
    case 'levels':
      return sayOfReading('alternative-levels-together');
  }
}

/** What the last part of a question's id says (`Question`). */
type AskedAbout = 'header' | 'table' | 'tables' | 'periods' | 'levels';
