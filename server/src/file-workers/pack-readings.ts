import { deflateRawSync } from 'node:zlib';
import { keysOfSheet } from '@workbook-data-service/structure';
import type { RememberedSheet } from '@workbook-data-service/structure/parse-spec';
import type { PackedReadings, PackedSheet } from './known-readings.js';

/** A reading as it is packed. */
interface ReadingToPack extends Pick<PackedSheet, 'id' | 'name' | 'learnedFrom' | 'decidedBy'> {
  sheets: readonly RememberedSheet[];
}

export interface Packed {
  readings: Omit<PackedReadings, 'hidden'>;
  /** For each packed sheet the place of its reading. */
  owners: number[];
}

/** Packs what a workspace remembers, to be sent with each of its files. */
export function packReadings(readings: readonly ReadingToPack[]): Packed {
  const keys: number[] = [];
  const [keyEnds, sheetEnds, owners]: [number[], number[], number[]] = [[], [], []];
  const parts: Buffer[] = [];
  let length = 0;
  readings.forEach(({ sheets, ...reading }, owner) => {
    sheets.forEach((remembered, at) => {
      const sheet: PackedSheet = { ...reading, sheets: sheets.map(({ sheet }) => sheet), at, remembered };
      const part = deflateRawSync(JSON.stringify(sheet));
      parts.push(part);
      length += part.length;
      keys.push(...keysOfSheet(remembered));
      keyEnds.push(keys.length);
      sheetEnds.push(length);
      owners.push(owner);
    });
  });
  return {
    readings: {
      keys: Uint32Array.from(keys),
      keyEnds: Uint32Array.from(keyEnds),
      sheets: new Uint8Array(Buffer.concat(parts)),
      sheetEnds: Uint32Array.from(sheetEnds),
    },
    owners,
  };
}
