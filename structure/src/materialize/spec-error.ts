import { columnLetters } from '@workbook-data-service/sheets/addresses';
import type { Message } from '@workbook-data-service/sheets/messages';
import { sayOfReading } from '../reading-messages.js';

/** A spec that does not fit its sheet, with the location. Rows and columns count from 0. */
export class SpecError extends Error {
  readonly regionId: string;
  readonly row: number;
  readonly sheetColumn: number;
  /** The name of the column for the value. */
  readonly column: string;
  readonly text: string;
  readonly said: Message;

  constructor(
    regionId: string,
    place: { row: number; column: number },
    column: string,
    text: string,
    type: string,
  ) {
    const cell = `${columnLetters(place.column)}${place.row + 1}`;
    const said = sayOfReading('spec-misfit', { cell, value: text.slice(0, 60), column, type });
    super(said.text);
    this.said = said;
    this.name = 'SpecError';
    this.regionId = regionId;
    this.row = place.row;
    this.sheetColumn = place.column;
    this.column = column;
    this.text = text;
  }
}
