import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { FileError } from '../core/file-error.js';
import { OleContainer } from './ole-container.js';

const { CFB } = createRequire(import.meta.url)('@e965/xlsx');
const SECTOR_BYTES = 512;

const long = Buffer.alloc(10_000, 'long ');
const short = Buffer.alloc(100, 'short ');

function container(): Buffer {
  const made = CFB.utils.cfb_new();
  CFB.utils.cfb_add(made, '/Workbook', long);
  CFB.utils.cfb_add(made, '/Short', short);
  CFB.utils.cfb_add(made, '/Folder/Book', long);
  return CFB.write(made, { type: 'buffer' });
}

/** The offset in the sector table of a sector's successor. */
function followerAt(bytes: Buffer, sector: number): number {
  return (bytes.readInt32LE(76) + 1) * SECTOR_BYTES + sector * 4;
}

function entryAt(bytes: Buffer, name: string): number {
  return bytes.indexOf(Buffer.from(name, 'utf16le'));
}

function startOf(bytes: Buffer, name: string): number {
  return bytes.readInt32LE(entryAt(bytes, name) + 116);
}

describe('an OLE container', () => {
  it('has streams at its root, long and short', () => {
    const opened = new OleContainer(container());
    expect(opened.stream('workbook')).toEqual(long);
    expect(opened.stream('Short')).toEqual(short);
    expect(opened.has('Book')).toBe(false);
    expect(opened.stream('Book')).toBeUndefined();
  });

  it.each([
    ['ends early', -2],
    ['leaves the file', 1_000_000],
  ])('is refused where a stream %s', (_, follower) => {
    const bytes = container();
    bytes.writeInt32LE(follower, followerAt(bytes, startOf(bytes, 'Workbook')));
    expect(() => new OleContainer(bytes).stream('Workbook')).toThrow(/damaged OLE container/);
  });

  it('is refused where a stream is a loop that claims gigabytes', () => {
    const bytes = container();
    const start = startOf(bytes, 'Workbook');
    bytes.writeInt32LE(start, followerAt(bytes, start));
    bytes.writeUInt32LE(0xffff_fff0, entryAt(bytes, 'Workbook') + 120);
    expect(() => new OleContainer(bytes).stream('Workbook')).toThrow(/damaged OLE container/);
  });

  it('is refused where its directory or the lists of its table form a loop', () => {
    const bytes = container();
    const directory = bytes.readInt32LE(48);
    bytes.writeInt32LE(directory, followerAt(bytes, directory));
    expect(() => new OleContainer(bytes)).toThrow(/damaged OLE container/);

    const lists = container();
    lists.writeInt32LE(0, 68);
    lists.writeUInt32LE(0xffff_ffff, 72);
    lists.fill(0xff, SECTOR_BYTES, 2 * SECTOR_BYTES).writeInt32LE(0, 2 * SECTOR_BYTES - 4);
    expect(() => new OleContainer(lists)).toThrow(/damaged OLE container/);
  });

  it('may have entries that point at each other', () => {
    const bytes = container();
    for (const side of [68, 72]) bytes.writeInt32LE(1, entryAt(bytes, 'Workbook') + side);
    expect(new OleContainer(bytes).has('Missing')).toBe(false);
  });

  it('is refused or read completely where it is cut off', () => {
    const bytes = container();
    for (let length = 0; length < bytes.length; length += 97) {
      const outcome = tryToRead(bytes.subarray(0, length));
      if (Buffer.isBuffer(outcome)) expect(outcome).toEqual(long);
      else expect(outcome).toBeInstanceOf(FileError);
    }
  });
});

function tryToRead(bytes: Buffer): unknown {
  try {
    return new OleContainer(bytes).stream('Workbook');
  } catch (error) {
    return error;
  }
}
