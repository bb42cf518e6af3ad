import { columnLetters } from '@workbook-data-service/sheets/addresses';

/** A spec that does not fit its sheet, with the location. Rows and columns count from 0. */
export class SpecError extends Error {
  readonly regionId: string;
  readonly row: number;
  readonly sheetColumn: number;
  /** The name of the column for the value. */
  readonly column: string;
  readonly text: string;

  constructor(
    regionId: string,
    place: { row: number; column: number },
    column: string,
    text: string,
    type: string,
  ) {
    super(
      `${columnLetters(place.column)}${place.row + 1}: "${text.slice(0, 60)}" of column "${column}" is no ${type}.`,
    );
    this.name = 'SpecError';
    this.regionId = regionId;
    this.row = place.row;
    this.sheetColumn = place.column;
    this.column = column;
    this.text = text;
  }
}
