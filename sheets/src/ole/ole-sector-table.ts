import { damagedContainer } from './ole-sector-chains.js';

/**
 * The table of an OLE container that gives the successor of each sector. It is assembled from the sectors
 * that the header lists and, in large files, those that a chain of further lists names.
 */
export function sectorTable(header: Buffer, sectors: Buffer, sectorBytes: number): Buffer {
  const sector = (number: number) => sectors.subarray(number * sectorBytes, (number + 1) * sectorBytes);
  const maxSectors = Math.ceil(sectors.length / sectorBytes);
  const parts = partNumbers(header.subarray(76));
  const statedLists = header.readUInt32LE(72);
  let listNumber = header.readInt32LE(68);
  for (let lists = 0; lists < statedLists && listNumber >= 0; lists++) {
    const list = sector(listNumber);
    if (list.length < sectorBytes || lists > maxSectors) throw damagedContainer();
    parts.push(...partNumbers(list.subarray(0, -4)));
    listNumber = list.readInt32LE(sectorBytes - 4);
  }
  if (parts.length > maxSectors) throw damagedContainer();
  return Buffer.concat(parts.map(sector));
}

function partNumbers(list: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 0; at + 4 <= list.length; at += 4) numbers.push(list.readInt32LE(at));
  return numbers.filter((number) => number >= 0);
}
