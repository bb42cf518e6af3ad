import type { CellGrid } from '../../cell-grid.js';
import { filledCells } from '../../regions/header-evidence.js';
import type { SheetRegion } from '../../regions/region.js';

/** Two tables may differ in what they measure; three that differ in one label are of one kind. */
const fewestAlike = 3;

/**
 * Makes titles of the one label over the names of tables that otherwise have the same header: `Alabama` over
 * `Estimate | Margin of error`, and `Alaska` over the same further below.
 */
export function takeTitlesFromHeaders(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  const labels = regions.map((region) => labelOver(grid, region));
  const isTitle = ({ names }: LabelOver) => {
    const texts = labels.flatMap((other) => (other?.names === names ? [other.text] : []));
    return texts.length >= fewestAlike && new Set(texts).size === texts.length;
  };
  return regions.flatMap((region, at) => {
    const label = labels[at];
    return label && isTitle(label) ? withTitle(region, label.row) : [region];
  });
}

interface LabelOver {
  row: number;
  text: string;
  /** The other header rows with their columns, by which tables of one kind are known. */
  names: string;
}

/** The only label in the first of several header rows. */
function labelOver(grid: CellGrid, { kind, range, roles, fields }: SheetRegion): LabelOver | undefined {
  const { top, left, right } = range;
  if (kind !== 'data' || fields || roles[top] !== 'header' || roles[top + 1] !== 'header') return undefined;
  const filledIn = (row: number) =>
    filledCells(grid, row).filter((column) => column >= left && column <= right);
  const [column, other] = filledIn(top);
  if (column === undefined || other !== undefined) return undefined;
  const rows: string[] = [];
  for (let row = top + 1; roles[row] === 'header'; row++)
    rows.push(
      filledIn(row)
        .map((at) => `${at} ${grid.text(row, at).trim()}`)
        .join('\n'),
    );
  return { row: top, text: grid.text(top, column).trim(), names: rows.join('\n\n') };
}

function withTitle(region: SheetRegion, row: number): SheetRegion[] {
  const { range } = region;
  const roles = region.roles.with(row, 'metadata');
  return [
    { kind: 'title', range: { ...range, top: row, bottom: row }, roles },
    { ...region, roles, range: { ...range, top: row + 1 } },
  ];
}
