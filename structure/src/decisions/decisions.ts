import type { RegionSpec, SheetCorrection, SheetSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import type { SpecPart } from '../reading-sentences.js';
import { type SpecFault, specFault } from '../spec-fault.js';
import { readingIds } from '../take-reading.js';
import { columnIdIn } from './merge-correction.js';

/** What a person decided about the suggestions and questions of a spec, by their ids. */
export interface Decisions {
  accept: readonly string[];
  answers: Readonly<Record<string, string>>;
}

/** What a person says about the specs of a file. */
export interface Corrections extends Decisions {
  sheets: readonly SheetCorrection[];
  /** Ids of regions that are to go, and of their columns (`columnIdIn`). */
  remove: readonly string[];
  /** Ids of regions whose columns, types and layout are to be found. */
  describe: readonly string[];
  /** The id of an alternative to follow; whatever else is said is said about it. */
  reading?: string | undefined;
}

/** A reading that the specs do not offer. */
export function checkReading(
  specs: readonly SheetSpec[],
  { reading }: Pick<Corrections, 'reading'>,
): SpecFault[] {
  const offered = readingIds(specs);
  if (reading === undefined || offered.includes(reading)) return [];
  return [unknown('/reading', 'reading', reading, offered)];
}

/** Decisions that the spec does not offer, with those that it does. */
export function checkDecisions(specs: readonly SheetSpec[], { accept, answers }: Decisions): SpecFault[] {
  const regions = specs.flatMap((spec) => spec.regions);
  const offered = new Map(
    regions.flatMap((region) => (region.suggestions ?? []).map(({ id }) => [id, region])),
  );
  const asked = new Map(
    regions.flatMap((region) => (region.questions ?? []).map((question) => [question.id, question])),
  );
  return [
    ...accept.flatMap((id, at) => {
      const region = offered.get(id);
      const path = `/accept/${at}`;
      if (!region) return [unknown(path, 'suggestion', id, [...offered.keys()])];
      const answered = answeredIn(region, answers);
      if (!answered) return [];
      return [specFault(path, sayOfReading('spec-answer-first', { question: answered, suggestion: id }))];
    }),
    ...Object.entries(answers).flatMap(([id, choice]) => {
      const question = asked.get(id);
      const path = `/answers/${id}`;
      if (!question) return [unknown(path, 'question', id, [...asked.keys()])];
      if (question.choices.includes(choice)) return [];
      const choices = question.choices.join(', ');
      return [specFault(path, sayOfReading('spec-choice', { choice, choices }))];
    }),
  ];
}

/** Regions and columns to remove that the specs do not have, or that are given as well. */
export function checkRemoved(
  specs: readonly SheetSpec[],
  { remove, sheets }: Pick<Corrections, 'remove' | 'sheets'>,
): SpecFault[] {
  const given = new Set(sheets.flatMap(({ regions = [] }) => regions.map(({ id }) => id)));
  const regions = specs.flatMap((spec) => spec.regions);
  const known = [
    ...regions.map(({ id }) => id),
    ...regions.flatMap((region) => region.columns.map((column) => columnIdIn(region, column))),
  ];
  return remove.flatMap((id, at) => {
    const path = `/remove/${at}`;
    if (!known.includes(id)) return [unknown(path, 'region or column', id, known)];
    return given.has(id) ? [specFault(path, sayOfReading('spec-removed-and-given', { id }))] : [];
  });
}

/** Regions to describe that the specs do not have. */
export function checkDescribed(specs: readonly SheetSpec[], describe: readonly string[]): SpecFault[] {
  const known = specs.flatMap(({ regions }) => regions.map(({ id }) => id));
  return describe.flatMap((id, at) =>
    known.includes(id) ? [] : [unknown(`/describe/${at}`, 'region', id, known)],
  );
}

const answeredIn = ({ questions = [] }: RegionSpec, answers: Decisions['answers']) =>
  questions.find(({ id }) => Object.hasOwn(answers, id))?.id;

const maxListed = 50;

function unknown(path: string, what: SpecPart, id: string, known: readonly string[]): SpecFault {
  const listed = known.slice(0, maxListed).join(', ');
  return specFault(path, sayOfReading('spec-part-unknown', { what, id, known: listed }));
}
