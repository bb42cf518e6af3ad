import { columnOfPlace, rowOfPlace } from '@workbook-data-service/sheets/addresses';
import { type KnownFile, readLastFile } from './last-file.js';
import { type RawValue, rawValueAt } from './read-cells.js';

export interface RawValuesRequest extends KnownFile {
  sheet: string;
  /** Cells as single numbers: see core/cell-place.ts. */
  places: number[];
}

/** The raw values at places of a sheet, in order; null for a blank cell. */
export async function readRawValues({
  sheet: name,
  places,
  ...file
}: RawValuesRequest): Promise<(RawValue | null)[]> {
  const { sheets } = await readLastFile(file);
  const sheet = sheets.find((candidate) => candidate.name === name);
  return places.map((place) => (sheet ? rawValueAt(sheet, rowOfPlace(place), columnOfPlace(place)) : null));
}
