import { aValueOf, columnTypes, type InEnglish } from './words.js';

interface Places {
  sheet: string;
  places: readonly string[];
  more: number;
}

const rowsAt = ({ sheet, places, more }: Places): string =>
  `Sheet “${sheet}”: ${places.map((row) => `row ${row}`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;

const readCurrent = () => 'Choose a version of the list, or open the current state.';

/** About tables, their rows and columns, the files that they come from, and what is found in them. */
export const englishData: InEnglish = {
  'rows-invalid': () => 'Nothing was saved: a value does not fit its column.',
  'row-invalid': () => 'Nothing was saved: a row is not valid.',
  'row-id-invalid': () => 'One of the rows is not known.',
  'rows-unknown': () => 'Nothing was saved: a row is gone.',
  'annotation-invalid': () => 'Nothing was changed: the note or the style is not valid.',
  'column-invalid': () => 'The column cannot be changed like this.',
  'column-change-invalid': () => 'The column cannot be changed like this.',
  'table-invalid': () => 'The table cannot be made like this.',
  'value-uncastable': ({ value, row, column, type }) =>
    `Nothing was changed: ${value} in row ${row} of “${column}” is not ${aValueOf(type)}.`,
  'old-value-unfit': ({ column, type }) =>
    `The column “${column}” is ${aValueOf(type)} now, and an old value does not fit it.`,
  'override-names-no-row': ({ table }) => `Nothing was saved: no such row of “${table}”.`,
  'fix-override-names-no-row': () =>
    'Its rows come from its transform; single cells of rows that are there can be overridden.',
  'fix-annotation': () => 'Choose a cell, a row or a column, and give it a note or a style.',
  'fix-alter-column': () => 'Change the name and the type one after the other.',
  'fix-moment-unknown': readCurrent,
  'fix-table-version': readCurrent,
  'fix-version-ended': () => 'Choose a later version. Those with a name are kept: name what you will need.',
  'fix-column-types': () => `The types are: ${Object.values(columnTypes).join(', ')}.`,
  'fix-row-ambiguous': () => 'Choose columns that tell the rows apart.',
  'as-of-one-table': () => 'To read a version of a table, name that table alone in the statement.',
  'offset-and-cursor': () => 'The page asked for two places at once.',
  'fix-offset-and-cursor': () => 'Reload the page.',
  'order-unknown': ({ column }) => `The rows are to be sorted by a column that is not there: “${column}”.`,
  'columns-unknown': ({ column }) => `There is no column “${column}”.`,
  'fix-order': () => 'Sort by another column.',
  'fix-order-nearest': ({ nearest }) => `Did you mean “${nearest}”?`,
  'fix-view-filter-withheld': () => 'Filter by another column, or open the table without the view.',
  'versions-disagree': () => 'The table has changed in the meantime.',
  'tag-invalid': () => 'The page lost track of the version of the table.',
  'formula-raced': () =>
    'The table changed each time the formula was computed. Try again when there are fewer edits.',
  'fix-row-too-large': () =>
    'Show fewer columns, or name fewer in the statement. An export has no such limit.',
  'fix-sql-describes': () => 'The list of columns beside the statement says what a table has.',
  'fix-sql-parameters': () => 'Give each parameter one value.',

  'returned-cell': ({ sheet, cell, column, value, why, more }) =>
    `Nothing was merged: sheet “${sheet}”, cell ${cell}, column “${column}”: “${value}” ${why}.${more}`,
  'fix-headings-missing': () =>
    'Put the row with the headings back above the data, that of the row ids among them; or export the table for editing again.',
  'row-ids-missing': ({ sheet, table }) =>
    `Sheet “${sheet}” has lost the column that identifies the rows of “${table}”.`,
  'warn-deletes-most': ({ why }) => `${why} Confirm the deletion to go on.`,
  'warn-replaces-rows': ({ why }) => `${why} Every row would be replaced. Confirm the deletion to go on.`,
  'warn-unlike-rows': (rows) =>
    `${rowsAt(rows)} has no row id, is like no row that the file brought before, and came in as new.`,
  'warn-readings': ({ sheet, column, cells, more }) =>
    `Sheet “${sheet}”: in column “${column}” ${cells
      .map(({ cell, text, value }) => `${cell} “${text}” was read as ${value === null ? 'empty' : value}`)
      .join(', ')}${more > 0 ? ` and ${more} more cells` : ''}.`,

  'mend-hidden-values': () =>
    'Check that the hidden lines belong to the data; leave them out on the page of the file if not.',
  'mend-zeros-lost-in-numbers': () => 'Make the column one of texts, and put the zeros back in front.',
  'mend-number-as-text': ({ type }) =>
    `Change the type of the column to ${aValueOf(type)}; marks such as a currency sign have to be removed first.`,
  'mend-dates-in-several-forms': () =>
    'Write these dates like 2026-01-31, then change the type of the column to a date.',
  'mend-date-as-text': () =>
    'Write the dates like 2026-01-31 where they are not, then change the type of the column to a date.',
  'mend-mixed-types': ({ type }) =>
    `Correct these cells or empty them, then change the type of the column to ${aValueOf(type)}.`,
  'mend-hiding-overrides': () => 'Decide each conflict: keep the edit, or take the value beneath it.',
  'mend-overwritten-cells': () =>
    'Decide each conflict: keep the value of the file, or bring the previous one back.',

  'spec-unfit': ({ why }) => `The reading does not fit the file: ${why}`,
  'spec-moved-on': () => 'Somebody else has corrected the reading in the meantime.',
  'spec-absent': ({ source }) => `“${source}” has not been analyzed yet.`,
  'region-unknown': () => 'The reading has no such region.',
  'spec-region-name': ({ why }) => `The name ${why}.`,
  'spec-no-columns': () => 'A table needs at least one column.',
  'spec-extract': ({ column }) =>
    `What is extracted is a number: column ${column} must be one of numbers, and cannot be a period.`,
  'spec-cell-taken': () => 'A cell of this field is already in another field.',
  'spec-misfit': ({ cell, value, column, type }) =>
    `${cell}: “${value}” of column “${column}” is not ${aValueOf(type)}.`,
  'model-no-json': () => 'The answer of the language model cannot be read.',
  'model-unknown-field': () => 'The answer of the language model has a part that is not known.',
  'staged-async': () => 'A file that is only looked at has nothing to wait for.',
  'fix-append-one-table': () => 'Choose one region that gives one table.',
  'fix-report-too-slow': () => 'Show fewer columns, or filter the rows.',
  'fix-block-no-columns': () => 'Choose at least one column.',
  'fix-block-total-type': () =>
    'Sums and averages need numbers; the smallest and the largest need numbers, dates or times.',
  'modified-time': () => 'The time of the last change is not a time.',
  'fix-modified-time': () => 'Send the file again.',
};
