import type { SpecFault } from '../check-spec.js';
import type { RegionSpec, SheetCorrection, SheetSpec } from '../parse-spec.js';
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
      if (!region) return [{ path, message: unknown('suggestion', id, [...offered.keys()]) }];
      const answered = answeredIn(region, answers);
      if (!answered) return [];
      const message = `The answer to "${answered}" changes the table that "${id}" was suggested for: accept it afterwards, if it is still there.`;
      return [{ path, message }];
    }),
    ...Object.entries(answers).flatMap(([id, choice]) => {
      const question = asked.get(id);
      const path = `/answers/${id}`;
      if (!question) return [{ path, message: unknown('question', id, [...asked.keys()]) }];
      if (question.choices.includes(choice)) return [];
      return [{ path, message: `"${choice}" is not among the choices ${question.choices.join(', ')}.` }];
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
    if (!known.includes(id)) return [{ path, message: unknown('region or column', id, known) }];
    return given.has(id) ? [{ path, message: `"${id}" is given among the regions of its sheet too.` }] : [];
  });
}

/** Regions to describe that the specs do not have. */
export function checkDescribed(specs: readonly SheetSpec[], describe: readonly string[]): SpecFault[] {
  const known = specs.flatMap(({ regions }) => regions.map(({ id }) => id));
  return describe.flatMap((id, at) =>
    known.includes(id) ? [] : [{ path: `/describe/${at}`, message: unknown('region', id, known) }],
  );
}

const answeredIn = ({ questions = [] }: RegionSpec, answers: Decisions['answers']) =>
  questions.find(({ id }) => Object.hasOwn(answers, id))?.id;

const maxListed = 50;

function unknown(what: string, id: string, known: readonly string[]): string {
  const listed = known.slice(0, maxListed).join(', ');
  return `There is no ${what} "${id}"; ${known.length > 0 ? `known are ${listed}` : 'there are none'}.`;
}
