import type { VersionDifference } from '../features/links/read-version.js';
import type { FileCells } from '../workbook/reading/source-files.js';

export function fileCellsBody({ sheets, truncated }: FileCells) {
  return {
    sheets: sheets.map(({ name, visibility, cells }) => ({
      name,
      status: visibility === 'visible' ? ('visible' as const) : ('hidden' as const),
      cells,
    })),
    truncated,
  };
}

export function fileDiffBody({ version, against, sheets, truncated }: VersionDifference) {
  return {
    version,
    against,
    sheets: sheets.map(({ name, status, changedCells, cells }) => ({
      name,
      status,
      changed_cells: changedCells,
      cells: cells.map(({ oldFormula, newFormula, ...cell }) => ({
        ...cell,
        ...(oldFormula !== undefined && { old_formula: oldFormula }),
        ...(newFormula !== undefined && { new_formula: newFormula }),
      })),
    })),
    truncated,
  };
}
