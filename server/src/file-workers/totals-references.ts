import { formatRange, parseRange } from '@workbook-data-service/sheets/addresses';
import { type SheetToken, sheetTokensOf } from '@workbook-data-service/sheets/formula';
import type { CellRange, Sheet, SheetTable, Workbook } from '@workbook-data-service/sheets/grid';

type Address = Extract<SheetToken, { kind: 'address' }>;

/**
 * Whether a formula or name refers by address to the totals of a table, which are about to move down by some
 * rows; references by the name of the table move with them.
 */
export function refersToTotals(
  { sheets, definedNames }: Workbook,
  { name }: Sheet,
  { range }: SheetTable,
  rows: number,
): boolean {
  const isAffected = (formula: string, sheet: string | null): boolean =>
    addressesIn(formula).some((token) => {
      if ((token.sheet ?? sheet)?.toLowerCase() !== name.toLowerCase()) return false;
      const referred = parseRange(token.address);
      const isBeside = !referred || referred.left > range.right || referred.right < range.left;
      if (isBeside || referred.bottom < range.bottom || referred.top > range.bottom) return false;
      // A range that covers both places means the same as before.
      return referred.bottom < range.bottom + rows || referred.top === range.bottom;
    });
  if (definedNames.some(({ formula, sheet }) => isAffected(formula, sheet))) return true;
  return sheets.some((sheet) =>
    sheet.columns.some((cells, column) => {
      for (const row of cells?.formulas.keys() ?? []) {
        const isTotal =
          sheet.name === name && row === range.bottom && column >= range.left && column <= range.right;
        if (!isTotal && isAffected(cells?.formulas.get(row) ?? '', sheet.name)) return true;
      }
      return false;
    }),
  );
}

/** The formula of a total that moves down: it covers the added rows, and finds the totals beside it. */
export function movedTotal(
  formula: string,
  { range, headerRows, totalsRows }: SheetTable,
  rows: number,
): string {
  const [firstData, lastData] = [range.top + headerRows, range.bottom - totalsRows];
  const moved = ({ top, bottom }: CellRange): [number, number] => {
    if (top === range.bottom && bottom === range.bottom) return [top + rows, bottom + rows];
    const coversData = bottom === lastData && (top < lastData || firstData === lastData) && top >= range.top;
    return [top, coversData ? bottom + rows : bottom];
  };
  return sheetTokensOf(formula)
    .map((token) => {
      const referred = token.kind === 'address' && token.sheet === null ? parseRange(token.address) : null;
      if (!referred || referred.left < range.left || referred.right > range.right) return token.text;
      const [top, bottom] = moved(referred);
      if (top === referred.top && bottom === referred.bottom) return token.text;
      return formatRange({ ...referred, top: top + 1, bottom: bottom + 1 });
    })
    .join('');
}

function addressesIn(formula: string): Address[] {
  return sheetTokensOf(formula).filter((token) => token.kind === 'address');
}
