import type { RegionSpec, SheetSpec } from '../parse-spec.js';
import { suffixIn } from '../rules/english-suffix.js';
import type { SheetCells } from '../sheet-cells.js';
import { arrangeRegion } from './arrange-region.js';
import { CoverageMap } from './coverage.js';
import { HeldTexts } from './held-texts.js';
import { joinTables } from './join-tables.js';
import type { ArrangedTable } from './materialized-table.js';
import { DistinctNames, tableNames } from './name-tables.js';
import { arrangeNotes } from './notes-table.js';

interface ArrangedSheet {
  tables: { name: string; regionIds: string[]; arranged: ArrangedTable }[];
  /** Which cells have a place in them. */
  coverage: CoverageMap;
}

/** Arranges the cells of a sheet in the tables of its spec. */
export function arrangeSheet(cells: SheetCells, spec: SheetSpec, tableBaseName: string): ArrangedSheet {
  const coverage = new CoverageMap(cells);
  const names = new DistinctNames();
  const suffixOf = suffixIn(spec);
  const dataRegions = spec.regions.filter(({ kind }) => kind === 'data');
  const arrangedOf = new Map(
    dataRegions.map((region) => {
      const arranged = arrangeRegion(cells, region);
      for (const table of arranged) coverage.placeTable(table);
      coverage.placeNames(region, new HeldTexts(arranged));
      coverage.placeRepeats(region);
      return [region.id, arranged];
    }),
  );
  const isOwn = ({ continues }: RegionSpec) => continues === undefined || !arrangedOf.has(continues);
  const ownRegions = dataRegions.filter(isOwn);
  const baseNames = tableNames(ownRegions, tableBaseName);
  const tables = ownRegions.flatMap(({ id }, at) => {
    const ids = [id, ...dataRegions.filter(({ continues }) => continues === id).map((region) => region.id)];
    return joinTables(
      cells,
      ids.map((one) => arrangedOf.get(one) ?? []),
    ).map((table) => ({
      name: names.take(`${baseNames[at]}${suffixOf(table.suffix)}`),
      regionIds: ids,
      arranged: table,
    }));
  });
  const notes = arrangeNotes(cells, spec, coverage);
  if (notes) {
    coverage.placeTable(notes.table);
    const name = names.take(`${tableBaseName}${suffixOf(notes.table.suffix)}`);
    tables.push({ name, regionIds: notes.regionIds, arranged: notes.table });
  }
  return { tables, coverage };
}
