import type { Dialect } from '@workbook-data-service/sheets';
import { gridToJudge } from '../analyze/analyze-sheet.js';
import { judgeRegions } from '../analyze/judge-regions.js';
import { suggestSteps } from '../analyze/suggest-steps.js';
import type { RegionCorrection, RegionSpec, SheetSpec } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import type { SheetCells } from '../sheet-cells.js';
import { isTooLargeToStudy } from '../sheet-size.js';

const corrected = sayOfReading('reading-corrected');

/**
 * The spec with what the service itself says about its regions: confidence, reasons, questions and suggestions, as they
 * were for regions that nobody changed, and found anew for the others.
 */
export function judgeCorrected(
  cells: SheetCells,
  dialect: Dialect | null,
  spec: SheetSpec,
  before: SheetSpec,
  { given, described }: { given: ReadonlyMap<string, RegionCorrection>; described: readonly string[] },
): SheetSpec {
  const keptOf = new Map(before.regions.map((region) => [region.id, region]));
  const isChanged = (region: RegionSpec) => {
    const kept = keptOf.get(region.id);
    return !kept || described.includes(region.id) || saidOf(kept) !== saidOf(region);
  };
  if (!spec.regions.some((region) => isChanged(region) || given.get(region.id)?.questions)) return spec;
  const isStudied = !isTooLargeToStudy(cells.sheet);
  const grid = isStudied && spec.usedRange ? gridToJudge(cells, spec.usedRange, dialect) : undefined;
  const unjudged = spec.regions.map((region) => {
    const { questions, suggestions, doubts, ...rest } = region;
    return { ...rest, reasons: [corrected] };
  });
  const judged: RegionSpec[] = isStudied ? judgeRegions(cells, unjudged, grid) : unjudged;
  return {
    ...spec,
    regions: spec.regions.map((region, at) => {
      const kept = keptOf.get(region.id);
      const found = judged[at] ?? region;
      const open = given.get(region.id)?.questions;
      const isOpen = ({ id }: { id: string }) => open?.includes(id) ?? true;
      if (kept && !isChanged(region)) return { ...kept, questions: (kept.questions ?? []).filter(isOpen) };
      if (region.kind !== 'data') return found;
      const wasAsked = ({ id }: { id: string }) => (kept?.questions ?? []).some((asked) => asked.id === id);
      const questions = (found.questions ?? []).filter((question) => {
        if (described.includes(region.id)) return true;
        return open || !kept ? isOpen(question) : wasAsked(question);
      });
      const reasons = described.includes(region.id) ? region.reasons : found.reasons;
      return { ...found, reasons, questions, suggestions: suggestSteps(cells, found) };
    }),
  };
}

/** Whether regions differ in nothing that a person may say about them. */
export const areSaidAlike = (regions: readonly RegionSpec[], others: readonly RegionSpec[]): boolean =>
  String(regions.map(saidOf)) === String(others.map(saidOf));

/** What a person may say about a region; its parts may stand in another order where they were sent back. */
function saidOf({ confidence, reasons, doubts, questions, suggestions, ...said }: RegionSpec): string {
  return JSON.stringify(said, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
