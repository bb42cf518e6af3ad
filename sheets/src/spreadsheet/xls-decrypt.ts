import { damaged } from '../core/file-error.js';
import { type XlsCipher, xlsCipher } from './xls-ciphers.js';
import { IGNORED_TYPE, xlsRecords } from './xls-records.js';

const PASSWORD = 0x2f;
const SHEET = 0x85;
/** The start of the sheet, at the beginning of its record. */
const SHEET_POSITION_BYTES = 4;
/** Records that stay readable: begins of streams, the password, shared use of the file and its revisions. */
const plainRecords = new Set([0x09, 0x209, 0x409, 0x809, PASSWORD, 0xe1, 0x138, 0x194, 0x195, 0x196]);

/** Decrypts a workbook stream in place if it is encrypted, which must be with Excel's built-in password. */
export function decryptXls(stream: Buffer): void {
  let cipher: XlsCipher | undefined;
  for (const { type, startsAt, content } of xlsRecords(stream)) {
    if (type === PASSWORD && !cipher) {
      cipher = cipherOf(content);
      stream.writeUInt16LE(IGNORED_TYPE, startsAt);
    } else if (cipher && !plainRecords.has(type)) {
      const plain = type === SHEET ? SHEET_POSITION_BYTES : 0;
      cipher.decrypt(content.subarray(plain), startsAt + 4 + plain, content.length);
    }
  }
}

function cipherOf(content: Buffer): XlsCipher {
  try {
    return xlsCipher(content);
  } catch (error) {
    if (error instanceof RangeError) throw damaged('file-record-cut-short');
    throw error;
  }
}
