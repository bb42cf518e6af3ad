import { checkRanges, checkSpec } from '../check-spec.js';
import { listCellsLeftOut } from '../decisions/cells-left-out.js';
import { suggestAnew } from '../decisions/decide.js';
import { describeRegions } from '../decisions/describe-regions.js';
import { judgeCorrected } from '../decisions/judge-corrected.js';
import { mergeCorrection } from '../decisions/merge-correction.js';
import { materializeSheet } from '../materialize/materialize-sheet.js';
import type { RegionSpec, SheetSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import { pictureOf } from '../readings/picture-tables.js';
import { SheetCells } from '../sheet-cells.js';
import { type SpecFault, specFault } from '../spec-fault.js';
import { withoutReadings } from '../take-reading.js';
import { type AskedModel, foundReading } from './asked-model.js';
import { correctionOf, type ModelCorrection } from './correction-of-answer.js';
import type { ModelAnswer } from './model-answer.js';
import { readAnswer } from './read-answer.js';

/** What came of an answer: a reading of the sheet, or why it does not fit. */
export interface HeardAnswer {
  /** Only where nothing is wrong with it. */
  spec?: SheetSpec;
  faults: SpecFault[];
  /** The beginnings of the tables that came of it. */
  tables: ReturnType<typeof pictureOf>['tables'];
}

/** What comes of the text that a model answered. */
export function hearAnswer(asked: AskedModel, text: string): HeardAnswer {
  const read = readAnswer(text);
  return 'answer' in read ? specOfAnswer(asked, read.answer) : { faults: read.faults, tables: [] };
}

/** The reading that an answer makes of the one that was found, checked as a correction of a person is. */
export function specOfAnswer(asked: AskedModel, answer: ModelAnswer): HeardAnswer {
  const { sheet, dialect, baseName } = asked;
  const before = foundReading(asked.spec);
  const cells = new SheetCells(sheet, dialect);
  const correction = correctionOf({ cells, dialect, spec: before }, answer);
  const refused = (spec: SheetSpec, faults: readonly SpecFault[]): HeardAnswer => ({
    faults: faults.map((fault) => asAnswered(fault, spec, correction)),
    tables: [],
  });
  const merged = mergeCorrection(
    before,
    { name: before.name, regions: correction.regions },
    correction.remove,
  );
  const unfit = [
    ...correction.faults,
    ...unasked(asked, answer),
    ...checkRanges(sheet, merged, [...correction.said.keys()]),
  ];
  if (unfit.length > 0) return refused(merged, unfit);
  const given = new Map(correction.regions.map((region) => [region.id, region]));
  const described = describeRegions(sheet, dialect, inOrder(merged), {
    ids: correction.describe,
    given,
    known: new Set(before.regions.map(({ id }) => id)),
    isExact: true,
  });
  const faults = checkSpec(sheet, described);
  if (faults.length > 0) return refused(described, faults);
  const judged = judgeCorrected(cells, dialect, described, before, { given, described: correction.describe });
  const told = { ...judged, regions: judged.regions.map((region) => withReason(region, correction)) };
  const spec = listCellsLeftOut(cells, suggestAnew(sheet, withoutReadings(told)));
  const misfits: SpecFault[] = [];
  const { tables } = materializeSheet(sheet, dialect, spec, baseName, ({ regionId, said }) => {
    const at = spec.regions.findIndex(({ id }) => id === regionId);
    if (misfits.length < maxMisfits) misfits.push(specFault(`/regions/${at}/types`, said));
  });
  const heard = { ...refused(spec, misfits), tables: pictureOf(tables).tables };
  return misfits.length > 0 ? heard : { ...heard, spec };
}

/** Nothing is reshaped unless somebody asks for it. */
function unasked({ rules = [] }: AskedModel, { change, parts }: ModelAnswer): SpecFault[] {
  if (rules.length > 0) return [];
  const stacked = [...change, ...parts].filter(({ stack }) => stack !== undefined);
  return stacked.map(({ path }) => specFault(`${path}/stack`, sayOfReading('model-unasked')));
}

/** Enough to see what they have in common. */
const maxMisfits = 5;

/** Tables are named in their order, which is that of the sheet. */
function inOrder(spec: SheetSpec): SheetSpec {
  const regions = spec.regions.toSorted((a, b) => a.range.top - b.range.top || a.range.left - b.range.left);
  return { ...spec, regions };
}

function withReason(region: RegionSpec, { said }: ModelCorrection): RegionSpec {
  const one = said.get(region.id);
  if (!one) return region;
  const reason = one.why ? sayOfReading('model-says', { words: one.why }) : sayOfReading('reading-by-model');
  return {
    ...region,
    reasons: [reason, ...region.reasons.filter(({ code }) => code !== 'reading-corrected')],
  };
}

/** A fault with its place in the answer instead of the one in the spec. */
function asAnswered(fault: SpecFault, { regions }: SheetSpec, { said }: ModelCorrection): SpecFault {
  const [, at, rest = ''] = /^\/regions\/(\d+)(.*)$/s.exec(fault.path) ?? [];
  const region = regions[Number(at)];
  const path = region && said.get(region.id)?.path;
  if (!region) return fault;
  return { ...fault, path: path === undefined ? `${region.id}${rest}` : path + rest };
}
