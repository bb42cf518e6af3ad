import type { LineRole } from '../lines/line-role.js';
import type { RegionSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import { hashOf } from './label-key.js';
import { fillsDown, rowLabels } from './remember-rows.js';
import type { RememberedTable } from './remembered.js';
import { bodyBelow } from './row-looks.js';

/** Rows of a table of which it is known what they are. Those that are in no table are as good as empty. */
export type KnownRows = ReadonlyMap<number, LineRole>;

/** All rows, where they are the same as before; otherwise those with the labels of headings, totals and remarks. */
export function knownRows(
  cells: SheetCells,
  { rows: { labels, derived }, steps }: RememberedTable,
  place: Pick<RegionSpec, 'range' | 'headerRows'>,
  same: RegionSpec['rowRoles'] | undefined,
): KnownRows {
  const body = bodyBelow(place);
  const known = new Map<number, LineRole>();
  if (body.top > body.bottom) return known;
  const rows = cells.filledRows(body);
  if (same) {
    for (const row of rows) known.set(row, 'data');
    for (const row of same.group) known.set(row, 'group');
    for (const row of same.derived) known.set(row, 'derived');
    for (const row of [...(same.note ?? []), ...(same.skip ?? [])]) known.set(row, 'empty');
    return known;
  }
  const all = Object.values(labels ?? {}).flat();
  if (all.length === 0) return known;
  const [groups, totals, apart] = [
    new Set(labels?.group),
    new Set(derived === 'none' ? [] : labels?.derived),
    new Set([...(labels?.note ?? []), ...(labels?.skip ?? [])]),
  ];
  const labelsIn = rowLabels(cells, { range: body }, fillsDown(steps));
  for (const row of rows) {
    const hashes = (labelsIn.get(row) ?? []).map(hashOf);
    const isAmong = (set: ReadonlySet<number>) => hashes.some((hash) => set.has(hash));
    if (isAmong(apart)) known.set(row, 'empty');
    else if (isAmong(totals)) known.set(row, 'derived');
    else if (isAmong(groups) && cells.filledInRow(row, body).length === 1) known.set(row, 'group');
  }
  return known;
}
