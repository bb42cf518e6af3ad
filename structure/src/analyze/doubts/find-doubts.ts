import type { RegionSpec } from '../../parse-spec.js';
import { doubtMessage } from '../../reading-messages.js';
import type { SheetCells } from '../../sheet-cells.js';
import { bodyDoubts } from './body-doubts.js';
import { bodyOf, type Checked, type Doubt, evidenceAbout, type SheetSurvey } from './doubt.js';
import { headerDoubts, nameDoubts } from './header-doubts.js';
import { layoutDoubts } from './layout-doubts.js';
import { lineDoubts } from './line-doubts.js';
import { slipDoubts } from './slip-doubts.js';
import { surroundingDoubts } from './surrounding-doubts.js';

/** The doubts about the table of a region, seen beside the other regions of its sheet. */
export function findDoubts(cells: SheetCells, region: RegionSpec, survey: SheetSurvey): Doubt[] {
  const found: Checked = [
    ...(region.layout === 'form' ? [] : tableDoubts(cells, region, survey)),
    ...nameDoubts(region),
    ...surroundingDoubts(cells, region, survey),
  ];
  return found.flatMap(([sign, holds, params, where]) =>
    holds
      ? [{ sign, said: doubtMessage(sign, params), ...(typeof where === 'number' ? { row: where } : where) }]
      : [],
  );
}

function tableDoubts(cells: SheetCells, region: RegionSpec, survey: SheetSurvey): Checked {
  const body = bodyOf(cells, region);
  return [
    ...headerDoubts(cells, region, body),
    ...bodyDoubts(cells, region, body),
    ...slipDoubts(cells, region),
    ...layoutDoubts(cells, region, body),
    ...lineDoubts(region, body, evidenceAbout(region, survey)),
  ];
}
