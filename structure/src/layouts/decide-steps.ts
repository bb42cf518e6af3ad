import type { RegionSpec, ReshapeStep } from '../parse-spec.js';
import type { FoundTable } from './find-table.js';
import type { RememberedColumn } from './remembered.js';

/** Steps count columns by their places, which are those of the sheet that they were decided for. */
export function decideSteps(
  region: RegionSpec,
  { remembered, aligned, columns }: FoundTable,
  decidedBy: ReadonlyMap<number, RememberedColumn>,
): ReshapeStep[] {
  if (remembered.steps === null) return region.steps;
  const shift = region.rowRoles.group.length > 0 ? 1 : 0;
  const before = remembered.groups ? 1 : 0;
  const placeOf = new Map(region.columns.map(({ source }, at) => [source, at]));
  const now = (column: number): number | undefined => {
    if (column < before) return shift ? 0 : undefined;
    const source = columns[aligned.at[column - before] ?? -1]?.source;
    const place = source === undefined ? undefined : placeOf.get(source);
    return place === undefined ? undefined : place + shift;
  };
  const isNew = (at: number) => !decidedBy.has(region.columns[at]?.source ?? -1);
  return remembered.steps.flatMap((step, index): ReshapeStep[] => {
    // Later steps count the columns that the first one leaves.
    if (index > 0) return [step];
    switch (step.operator) {
      case 'ffill': {
        const last = now(step.last);
        return last === undefined ? [] : [{ ...step, last }];
      }
      case 'stack': {
        const mapped = step.columns.flatMap((column) => now(column) ?? []);
        return mapped.length > 1 ? [{ ...step, columns: withNewBeside(region, mapped, shift, isNew) }] : [];
      }
      case 'wide_to_long': {
        const mapped = step.columns.flatMap((one) => {
          const column = now(one.column);
          return column === undefined ? [] : [{ ...one, column }];
        });
        return mapped.length > 1 ? [{ ...step, columns: mapped }] : [];
      }
      case 'subtitle':
      case 'explode': {
        const column = now(step.column);
        return column === undefined ? [] : [{ ...step, column }];
      }
      default:
        return [step];
    }
  });
}

/** New columns beside stacked ones are more of the same where they have the same type. */
function withNewBeside(
  { columns }: RegionSpec,
  stacked: readonly number[],
  shift: number,
  isNew: (at: number) => boolean,
): number[] {
  const all = new Set(stacked);
  const [first = 0] = stacked;
  const type = columns[first - shift]?.type;
  for (let at = 0; at < columns.length; at++)
    if (isNew(at) && all.has(at - 1 + shift) && columns[at]?.type === type) all.add(at + shift);
  return [...all].sort((a, b) => a - b);
}
