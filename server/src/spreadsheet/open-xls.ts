import { problem } from '../core/problems.js';
import { OleContainer } from './ole-container.js';
import { checkXlsRecords } from './xls-check-records.js';

/** The workbook stream of an xls file. Other streams, such as document properties, are ignored. */
export function openXls(bytes: Buffer): Buffer {
  if (bytes[0] === 0x09) return checkXlsRecords(bytes);
  const container = new OleContainer(bytes);
  if (container.has('EncryptedPackage') || container.has('EncryptionInfo')) throw problem('encrypted-file');
  const stream = container.stream('Workbook') ?? container.stream('Book');
  if (!stream) {
    throw problem('unsupported-file', 'The file is an Office document, but there is no spreadsheet inside.');
  }
  return checkXlsRecords(stream);
}
