import { listCellsLeftOut } from '../decisions/cells-left-out.js';
import type { Alternative, SheetSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import type { SeenReading } from './candidate.js';

/** Argued: three pictures can be compared at a glance. */
export const maxAlternatives = 3;

/** Ids are `r1.a` for the reading that is followed at first, then `r1.b` and so on, and `r1.m` for that of a model. */
export function alternativeOf(
  { cells, spec }: { cells: SheetCells; spec: SheetSpec },
  { regions, why, tables, tableCount, confidence }: SeenReading,
  letter: string,
): Alternative {
  const id = `${spec.regions[0]?.id}.${letter}`;
  const { unassigned } = listCellsLeftOut(cells, { ...spec, regions });
  return { id, confidence, why, tables, tableCount, regions, unassigned };
}
