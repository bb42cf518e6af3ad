import type { Message } from '@workbook-data-service/sheets/messages';
import { confidenceOf } from '../confidence-of.js';
import { compareReadings } from '../losses/compare-readings.js';
import { reconcileRegions } from '../materialize/reconcile-regions.js';
import type { Alternative, RegionSpec, SheetSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import { alternativeOf, maxAlternatives } from '../readings/alternative-of.js';
import { type Candidate, lookAtReadings, type SeenReading } from '../readings/candidate.js';
import { weightOfMargin } from '../readings/choose-reading.js';
import { SheetCells } from '../sheet-cells.js';
import { type AskedModel, foundReading } from './asked-model.js';
import type { HeardAnswer } from './spec-of-answer.js';

/** Whose reading is followed, why, and the spec that follows it, with the other one among its alternatives. */
export interface ModelChoice {
  choice: 'model' | 'rules' | 'offered';
  why: Message[];
  spec: SheetSpec;
}

/**
 * The better of two readings of a sheet: that of a model is followed where the judge of readings prefers it and nothing is lost,
 * offered where these two disagree, and otherwise left alone.
 */
export function chooseByChecks(asked: AskedModel, heard: HeardAnswer): ModelChoice {
  const { spec } = asked;
  if (!heard.spec)
    return { choice: 'rules', why: [sayOfReading('model-unfit', { faults: heard.faults.length })], spec };
  return new Chooser(asked).choose(heard.spec.regions);
}

interface Verdict {
  seen: SeenReading;
  losses: Message[];
  isPreferred: boolean;
}

class Chooser {
  readonly #asked: AskedModel;
  readonly #cells: SheetCells;
  readonly #found: SheetSpec;
  readonly #look: (candidate: Candidate) => SeenReading | undefined;
  readonly #rules: SeenReading | undefined;

  constructor(asked: AskedModel) {
    const { sheet, dialect, spec, baseName } = asked;
    this.#asked = asked;
    this.#cells = new SheetCells(sheet, dialect);
    this.#found = foundReading(spec);
    this.#look = lookAtReadings(sheet, dialect, { cells: this.#cells, dialect, spec: this.#found }, baseName);
    const why = [sayOfReading('alternative-without-model')];
    this.#rules = this.#look({ regions: this.#found.regions, why });
  }

  choose(regions: RegionSpec[]): ModelChoice {
    const { spec } = this.#asked;
    const verdict = this.#judge(regions);
    const rules = this.#rules;
    if (!verdict || !rules)
      return { choice: 'rules', why: [sayOfReading('model-unfit', { faults: 1 })], spec };
    const { seen, losses, isPreferred } = verdict;
    if (seen.fingerprint === rules.fingerprint) {
      const why = [sayOfReading('model-agrees')];
      return spec.keptAsSheet ? this.#following(seen, why) : { choice: 'rules', why, spec };
    }
    if (losses.length === 0 && isPreferred) return this.#following(seen, [sayOfReading('model-better')]);
    const mixed = this.#inPart(regions);
    if (mixed) return mixed;
    if (losses.length > 0 && !isPreferred) return { choice: 'rules', why: losses, spec };
    const why = losses.length > 0 ? losses : [sayOfReading('model-fits-less')];
    return { choice: 'offered', why, spec: this.#offering(seen) };
  }

  #judge(regions: RegionSpec[]): Verdict | undefined {
    const { sheet, dialect } = this.#asked;
    const seen = this.#look({ regions, why: [sayOfReading('alternative-model')] });
    if (!seen || !this.#rules) return undefined;
    const losses = compareReadings(sheet, dialect, this.#found, { ...this.#found, regions });
    return { seen, losses, isPreferred: isLikelier(seen, this.#rules) };
  }

  /** Where both readings have tables with the same borders, the better of each. */
  #inPart(regions: readonly RegionSpec[]): ModelChoice | undefined {
    // The tables that the model leaves alone are not to be followed where they were not sure enough.
    if (this.#asked.spec.keptAsSheet) return undefined;
    const agreed = this.#found.regions.flatMap((region, at) => {
      const other = regions.find((one) => isSameRange(one, region));
      return other && region.kind === 'data' && other.kind === 'data' ? [{ at, other }] : [];
    });
    if (agreed.length === 0 || agreed.length > maxParts || this.#found.regions.length < 2) return undefined;
    let taken: { seen: SeenReading; regions: RegionSpec[]; count: number } | undefined;
    for (const { at, other } of agreed) {
      const before = taken?.regions ?? this.#found.regions;
      const verdict = this.#judge(before.with(at, { ...other, id: before[at]?.id ?? other.id }));
      const score = taken?.seen.score ?? this.#rules?.score ?? 0;
      const known = taken?.seen.fingerprint ?? this.#rules?.fingerprint;
      const isBetter = verdict && verdict.losses.length === 0 && verdict.seen.score >= score;
      if (isBetter && verdict.seen.fingerprint !== known)
        taken = { seen: verdict.seen, regions: verdict.seen.regions, count: (taken?.count ?? 0) + 1 };
    }
    return (
      taken && this.#following(taken.seen, [sayOfReading('model-better-in-part', { tables: taken.count })])
    );
  }

  /** The spec with a reading followed that a model proposed, and what was followed before as the first alternative. */
  #following(seen: SeenReading, why: Message[]): ModelChoice {
    const before = this.#asked.spec;
    const { keptAsSheet: _, chosen, alternatives = [], ...spec } = before;
    const { confidence: __, regions, unassigned, ...picture } = this.#alternative(seen, modelLetter);
    const confidence = confidenceOf(before.regions) ?? 0;
    const followed: Alternative[] = chosen
      ? [{ ...chosen, confidence, regions: before.regions, unassigned: before.unassigned }]
      : this.#rules
        ? [this.#alternative(this.#rules, 'a')]
        : [];
    return {
      choice: 'model',
      why,
      spec: {
        ...spec,
        readBy: 'model',
        regions: this.#checked(regions),
        unassigned,
        chosen: picture,
        alternatives: [...followed, ...alternatives].slice(0, maxAlternatives),
      },
    };
  }

  #alternative(seen: SeenReading, letter: string): Alternative {
    return alternativeOf({ cells: this.#cells, spec: this.#asked.spec }, seen, letter);
  }

  /** The regions that the model spoke of, with what was checked about each. */
  #checked(regions: readonly RegionSpec[]): RegionSpec[] {
    const { sheet, dialect } = this.#asked;
    const agreeing = reconcileRegions(sheet, dialect, regions).filter(({ agrees }) => agrees);
    return regions.map((region) => {
      const isSaid = region.reasons.some(({ code }) => code === 'model-says' || code === 'reading-by-model');
      if (region.kind !== 'data' || !isSaid) return region;
      const { top, left, bottom, right } = region.range;
      const totals = agreeing.filter(
        ({ cell: { row, column } }) => row >= top && row <= bottom && column >= left && column <= right,
      ).length;
      return { ...region, reasons: [...region.reasons, sayOfReading('model-checked', { totals })] };
    });
  }

  #offering(seen: SeenReading): SheetSpec {
    const { spec } = this.#asked;
    const offered: Alternative = { ...this.#alternative(seen, modelLetter), readBy: 'model' };
    const alternatives = [offered, ...(spec.alternatives ?? []).slice(0, maxAlternatives - 1)];
    if (spec.chosen || !this.#rules) return { ...spec, alternatives };
    const { confidence: _, regions: __, unassigned: ___, ...chosen } = this.#alternative(this.#rules, 'a');
    return { ...spec, chosen, alternatives };
  }
}

/**
 * Whether a reading that a model proposed is more likely right than the one by rules, which is as likely as it is sure. What the
 * judge sees changes the odds as it does between readings by rules.
 */
function isLikelier(model: SeenReading, rules: SeenReading): boolean {
  return logit(shareOfModels) + weightOfMargin * (model.score - rules.score) >= logit(rules.confidence);
}

/** Of the answers about doubtful sheets that fit and lose nothing, so many are right (bench/structure/model). */
const shareOfModels = 0.8;

function logit(share: number): number {
  const bounded = Math.min(0.99, Math.max(0.01, share));
  return Math.log(bounded / (1 - bounded));
}

const modelLetter = 'm';
/** So many regions are tried one by one. */
const maxParts = 8;

const isSameRange = ({ range: a }: RegionSpec, { range: b }: RegionSpec) =>
  a.top === b.top && a.left === b.left && a.bottom === b.bottom && a.right === b.right;
