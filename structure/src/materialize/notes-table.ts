import { columnLetters } from '@workbook-data-service/sheets/addresses';
import type { RegionSpec, SheetSpec } from '../parse-spec.js';
import { columnOfPlace, placeOf, rowOfPlace, type SheetCells } from '../sheet-cells.js';
import type { CoverageMap } from './coverage.js';
import { leftBlank } from './left-blank.js';
import type { ArrangedTable } from './materialized-table.js';

interface Note {
  kind: string;
  place: number;
}

/**
 * Titles and notes, the headings and group labels that no table row carries, and what could not be read as the number that it
 * should be: one row for each cell.
 */
export function arrangeNotes(
  cells: SheetCells,
  { regions }: SheetSpec,
  coverage: CoverageMap,
): { table: ArrangedTable; regionIds: string[] } | null {
  const all = regions.flatMap((region) =>
    region.kind === 'data'
      ? [
          ...leftOver(cells, region, coverage),
          ...leftBlank(cells, region).map((place) => ({ kind: 'unreadable', place })),
        ]
      : notesOf(cells, region),
  );
  // Tables below each other may share a header.
  const found = new Map(all.map((note) => [note.place, note]));
  if (found.size === 0) return null;
  const notes = [...found.values()].sort((a, b) => a.place - b.place);
  const places = Float64Array.from(notes, ({ place }) => place);
  const nothing = new Float64Array(notes.length).fill(Number.NaN);
  const addresses = notes.map(
    ({ place }) => `${columnLetters(columnOfPlace(place))}${rowOfPlace(place) + 1}`,
  );
  return {
    regionIds: regions.filter(({ kind }) => kind !== 'data').map(({ id }) => id),
    table: {
      suffix: '_補足情報',
      role: 'notes',
      rowCount: notes.length,
      columns: [
        {
          name: 'kind',
          originalName: null,
          type: 'VARCHAR',
          places: nothing,
          text: (row) => notes[row]?.kind ?? null,
        },
        { name: 'text', originalName: null, type: 'VARCHAR', places },
        {
          name: 'cell',
          originalName: null,
          type: 'VARCHAR',
          places: nothing,
          text: (row) => addresses[row] ?? null,
        },
      ],
    },
  };
}

function notesOf(cells: SheetCells, { kind, range }: RegionSpec): Note[] {
  return cells
    .filledRows(range)
    .flatMap((row) => cellsOfRow(cells, range, row).map((place) => ({ kind, place })));
}

/** What a header says that no name does, labels with no row below them, and what a form does not name. */
function leftOver(
  cells: SheetCells,
  { range, headerRows, rowRoles, layout }: RegionSpec,
  coverage: CoverageMap,
): Note[] {
  const notesIn = (rows: readonly number[], kind: string) =>
    rows
      .flatMap((row) => cellsOfRow(cells, range, row))
      .filter((place) => !coverage.isPlaced(rowOfPlace(place), columnOfPlace(place)))
      .map((place) => ({ kind, place }));
  if (layout === 'form') return notesIn(cells.filledRows(range), 'note');
  return [
    ...notesIn(headerRows, 'header'),
    ...notesIn(rowRoles.group, 'group'),
    ...notesIn(rowRoles.note ?? [], 'note'),
  ];
}

const cellsOfRow = (cells: SheetCells, range: RegionSpec['range'], row: number) =>
  cells.filledInRow(row, range).map((column) => placeOf(row, column));
