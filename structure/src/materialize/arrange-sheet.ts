import type { SheetSpec } from '../parse-spec.js';
import { suffixIn } from '../rules/english-suffix.js';
import type { SheetCells } from '../sheet-cells.js';
import { arrangeRegion } from './arrange-region.js';
import { type Coverage, CoverageMap } from './coverage.js';
import { HeldTexts } from './held-texts.js';
import type { ArrangedTable } from './materialized-table.js';
import { DistinctNames, tableNames } from './name-tables.js';
import { arrangeNotes } from './notes-table.js';

interface ArrangedSheet {
  tables: { name: string; regionIds: string[]; arranged: ArrangedTable }[];
  coverage: Coverage;
}

/** Arranges the cells of a sheet in the tables of its spec, and reports cells without a place. */
export function arrangeSheet(cells: SheetCells, spec: SheetSpec, tableBaseName: string): ArrangedSheet {
  const coverage = new CoverageMap(cells);
  const names = new DistinctNames();
  const suffixOf = suffixIn(spec);
  const dataRegions = spec.regions.filter(({ kind }) => kind === 'data');
  const baseNames = tableNames(dataRegions, tableBaseName);
  const tables = dataRegions.flatMap((region, at) => {
    const arranged = arrangeRegion(cells, region);
    for (const table of arranged) coverage.placeTable(table);
    coverage.placeNames(region, new HeldTexts(arranged));
    coverage.placeRepeats(region);
    return arranged.map((table) => ({
      name: names.take(`${baseNames[at]}${suffixOf(table.suffix)}`),
      regionIds: [region.id],
      arranged: table,
    }));
  });
  const notes = arrangeNotes(cells, spec, coverage);
  if (notes) {
    coverage.placeTable(notes.table);
    const name = names.take(`${tableBaseName}${suffixOf(notes.table.suffix)}`);
    tables.push({ name, regionIds: notes.regionIds, arranged: notes.table });
  }
  return { tables, coverage: coverage.summary() };
}
