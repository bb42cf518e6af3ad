import type { SourceRecord } from '../../catalog/source-records.js';
import { Problem } from '../../core/problems.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { type SheetNames, sheetNames } from '../../workbook/files/sheet-names.js';
import type { Service } from '../service.js';

/** Whether a file looks like another state of the file of a source: they have a sheet in common. */
export async function looksLikeSameFile(
  service: Service,
  { workbook_id, filename, blob_hash: hash, size }: SourceRecord,
  file: ReceivedFile,
): Promise<boolean> {
  const sent = await sheetNames(service.data, workbook_id, file);
  try {
    const known = await sheetNames(service.data, workbook_id, { filename, blob: { hash, size } });
    return haveCommonSheet(known, sent);
  } catch (error) {
    // The file of a failed or staged source may be unreadable.
    if (error instanceof Problem && error.status < 500) return false;
    throw error;
  }
}

const delimited = new Set(['csv', 'tsv']);

/** The sheet of a delimited file is named after the file, so its name says nothing. */
export function haveCommonSheet(one: SheetNames, other: SheetNames): boolean {
  if (delimited.has(one.format) && delimited.has(other.format)) return true;
  const names = new Set(one.sheets);
  return other.sheets.some((name) => names.has(name));
}
