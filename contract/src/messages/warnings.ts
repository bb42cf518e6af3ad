import type { Param } from './message.js';
import type { Why } from './why.js';
import { quoted } from './words.js';

/** Places of a sheet, such as cells, columns or rows: the first of them, and how many more there are. */
interface Places {
  sheet: string;
  places: string[];
  more: number;
}

const at = ({ sheet, places, more }: Places): string =>
  `Sheet "${sheet}": ${places.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;

interface CellReading {
  cell: string;
  text: string;
  value: Param;
}

const moreCells = (more: number): string => (more > 0 ? ` and ${more} more cells` : '');

/** What a caller should know of an answer, though nothing failed. */
export const warningSentences = {
  'warn-influence': ({ table, tag }: { table: string; tag: string }) =>
    `Which rows "${table}" has follows from columns tagged "${tag}", which are hidden.`,
  'warn-governed-column': ({ column, tags }: { column: string; tags: string[] }) =>
    `The column "${column}" is governed (${tags.map(quoted).join(', ')}). Nothing is synchronized; if it were, its values would leave the service, where no policy protects them.`,

  'warn-of-table': ({ table, why }: { table: string } & Why) => `"${table}": ${why}`,
  'warn-table-absent': ({ table }: { table: string }) => `The file has no table "${table}".`,
  'warn-deletes-most': ({ why }: Why) => `${why} Send confirm_deletes=true.`,
  'warn-replaces-rows': ({ why }: Why) => `${why} Every row would be replaced. Send confirm_deletes=true.`,
  'warn-typed-over': (places: Places) =>
    `${at(places)} was typed into a column that is computed, or that you may not write, and was not merged.`,
  'warn-total-rows': (places: Places) => `${at(places)} sums up other rows and was not treated as a row.`,
  'warn-rows-below': (places: Places) => `${at(places)} is below the data and was not treated as a row.`,
  'warn-without-heading': ({ places, ...rest }: Places) =>
    `${at({ ...rest, places: places.map((column) => `column ${column}`) })} has no heading and was not merged.`,
  'warn-unlike-rows': ({ places, ...rest }: Places) =>
    `${at({ ...rest, places: places.map((row) => `row ${row}`) })} has no row id, is like no row that the file ` +
    'brought before, and came in as new; return_file=true gives the file back with the ids of its rows.',
  'warn-copied-rows': ({ copies }: { copies: number }) =>
    `${copies} ${copies === 1 ? 'row has' : 'rows have'} the row id of another row, or of one that was deleted, ` +
    'and came in as new.',
  'warn-readings': (read: {
    sheet: string;
    column: string;
    type: string;
    cells: CellReading[];
    more: number;
  }) =>
    `Sheet "${read.sheet}": column "${read.column}" (${read.type}): read ${read.cells
      .map(({ cell, text, value }) => `${cell} "${text}" as ${value === null ? 'empty' : String(value)}`)
      .join(', ')}${moreCells(read.more)}.`,
  'warn-skipped-cells': ({ sheet, cells, more }: { sheet: string; cells: SkippedCell[]; more: number }) =>
    `Sheet "${sheet}": ${cells.map(({ cell, value, why }) => `${cell} ("${value}" ${why})`).join(', ')}${moreCells(more)} could not be read and stay as they were.`,
  'warn-rounded': ({ sheet, cells, others }: { sheet: string; cells: string[]; others: boolean }) =>
    `Sheet "${sheet}": ${cells.join(', ')}${others ? ' and others' : ''} came back rounded, as programs do when they save long numbers; the values stay as they were.`,
  'warn-column-dropped': ({ column }: { column: string }) =>
    `The column "${column}" was dropped from the table since, so it was left out.`,
  'warn-column-not-added': ({ column }: { column: string }) =>
    `The new column "${column}" was left out: you may not see every column of the table, so you may add none.`,
  'warn-column-became': ({ column, name }: { column: string; name: string }) =>
    `The new column "${column}" became "${name}": the table has a column of that name.`,
  'warn-not-renamed': ({ from, to, why }: { from: string; to: string } & Why) =>
    `The column "${from}" is "${to}" in the file, but was not renamed: ${why}.`,
  'renamed-here': ({ name }: { name: string }) => `it was renamed to "${name}" here`,
  'columns-hidden': () => 'you may not see every column of the table',
  'rename-taken': () => 'another column has that name',
};

interface SkippedCell extends Why {
  cell: string;
  value: string;
}
