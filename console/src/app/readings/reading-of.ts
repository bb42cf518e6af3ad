import type { SourceDetail } from '@workbook-data-service/client/api';

/** How a file was read, in few numbers. */
interface Reading {
  /** Of the cells that are not blank, the share that is in a table; undefined where the file was not structured. */
  share: number | undefined;
  unplaced: string[];
  /** Totals that follow from their parts, and the cells of those that do not. */
  agreeing: number;
  differing: string[];
}

type Read = Pick<SourceDetail, 'coverage' | 'reconciliation'>;

export function readingOf(source: Read | undefined): Reading {
  const sheets = source?.coverage ?? [];
  const totals = source?.reconciliation ?? [];
  const cells = sum(sheets.map((sheet) => sheet.cells));
  const differing = totals.filter(({ agrees }) => agrees === false);
  return {
    share: cells > 0 ? sum(sheets.map(({ placed }) => placed)) / cells : undefined,
    unplaced: sheets.flatMap(({ sheet, unplaced_cells }) => unplaced_cells.map((cell) => `${sheet}!${cell}`)),
    agreeing: totals.length - differing.length,
    differing: differing.map(({ sheet, cell }) => `${sheet}!${cell}`),
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
