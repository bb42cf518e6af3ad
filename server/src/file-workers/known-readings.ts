import { inflateRawSync } from 'node:zlib';
import type { Candidate } from '@workbook-data-service/structure';
import type { RememberedSheet } from '@workbook-data-service/structure/parse-spec';

/** What a workspace remembers and wants of its files, packed so that sending it with every file costs little. */
export interface ReadingInputs {
  readings: PackedReadings | null;
  /** The lines of the workspace's rules. */
  rules: string[];
}

/** All remembered sheets: their keys one after the other, and the rest compressed, which is seldom looked at. */
export interface PackedReadings {
  keys: Uint32Array;
  /** Where the keys of each sheet end. */
  keyEnds: Uint32Array;
  sheets: Uint8Array;
  sheetEnds: Uint32Array;
  /** Places of sheets that the author may not know of. */
  hidden: number[];
}

/** What is packed of a sheet. */
export interface PackedSheet {
  id: string;
  name: string;
  learnedFrom: string;
  decidedBy: string | null;
  /** The sheets that the reading knows, by their names without digits and dates, and which of them this is. */
  sheets: string[];
  at: number;
  remembered: RememberedSheet;
}

export interface KnownSheet extends Candidate {
  packed(): PackedSheet;
}

export function unpack({ keys, keyEnds, sheets, sheetEnds, hidden }: PackedReadings): KnownSheet[] {
  const isHidden = new Set(hidden);
  const known: KnownSheet[] = [];
  keyEnds.forEach((end, at) => {
    if (isHidden.has(at)) return;
    let read: PackedSheet | undefined;
    const packed = () => {
      read ??= JSON.parse(
        inflateRawSync(sheets.subarray(sheetEnds[at - 1] ?? 0, sheetEnds[at])).toString('utf8'),
      ) as PackedSheet;
      return read;
    };
    known.push({
      keys: keys.subarray(keyEnds[at - 1] ?? 0, end),
      packed,
      remembered: () => packed().remembered,
    });
  });
  return known;
}
