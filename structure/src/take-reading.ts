import { confidenceOf } from './confidence-of.js';
import type { Alternative, SheetSpec } from './parse-spec.js';

/** The specs with the named alternative followed; the reading that was followed takes its place, so that it can be taken again. */
export function takeReading(specs: readonly SheetSpec[], id: string): SheetSpec[] {
  return specs.map((spec) => {
    const taken = spec.alternatives?.find((alternative) => alternative.id === id);
    return taken ? following(spec, taken) : spec;
  });
}

export const readingIds = (specs: readonly SheetSpec[]): string[] =>
  specs.flatMap(({ alternatives = [] }) => alternatives.map(({ id }) => id));

function following(
  { keptAsSheet: _, readBy, chosen, alternatives = [], ...spec }: SheetSpec,
  { regions, unassigned, confidence: __, readBy: takenFrom, ...picture }: Alternative,
): SheetSpec {
  const left: Alternative[] = chosen
    ? [
        {
          ...chosen,
          ...(readBy && { readBy }),
          confidence: confidenceOf(spec.regions) ?? 0,
          regions: spec.regions,
          unassigned: spec.unassigned,
        },
      ]
    : [];
  return {
    ...spec,
    ...(takenFrom && { readBy: takenFrom }),
    regions,
    unassigned,
    chosen: picture,
    alternatives: alternatives.flatMap((other) => (other.id === picture.id ? left : [other])),
  };
}

/** What is said of a sheet's readings no longer holds once a person has changed its regions. */
export function withoutReadings({
  keptAsSheet,
  chosen,
  alternatives,
  alternativesCut,
  ...spec
}: SheetSpec): SheetSpec {
  return spec;
}
