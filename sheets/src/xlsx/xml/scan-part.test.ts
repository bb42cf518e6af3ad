import { describe, expect, it } from 'vitest';
import type { ZipEntry } from '../../zip/zip-directory.js';
import { ElementText } from './element-text.js';
import { scanBytes, scanPart } from './scan-part.js';
import type { XmlHandler, XmlScanner } from './xml-scanner.js';

/** Collects all text of a part. */
function collecting(texts: string[]) {
  return (scanner: XmlScanner): XmlHandler => {
    const text = new ElementText(scanner);
    return { open: () => text.start(), close: () => texts.push(text.finish()), text: text.add };
  };
}

function textOf(bytes: Buffer): string {
  const texts: string[] = [];
  scanBytes('part.xml', bytes, collecting(texts));
  return texts.join();
}

async function textOfChunks(chunks: Buffer[]): Promise<string> {
  const texts: string[] = [];
  const archive = {
    async *chunks() {
      yield* chunks;
    },
  };
  await scanPart(archive, { name: 'part.xml' } as ZipEntry, collecting(texts));
  return texts.join();
}

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('the encoding of a part', () => {
  it.each([
    ['is UTF-8 without a word', Buffer.from('<a>é名😀</a>')],
    ['is UTF-8 after a byte order mark', Buffer.from('\ufeff<a>é名😀</a>')],
    ['is UTF-8 where declared', Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>é名😀</a>')],
    ['is UTF-8 where UTF-16 is a lie', Buffer.from('<?xml version="1.0" encoding="utf-16"?><a>é名😀</a>')],
    ['is UTF-16 LE by its mark', Buffer.from('\ufeff<a>é名😀</a>', 'utf16le')],
    ['is UTF-16 LE by its first bytes', Buffer.from('<a>é名😀</a>', 'utf16le')],
    ['is UTF-16 BE by its mark', bigEndian('\ufeff<a>é名😀</a>')],
    ['is UTF-16 BE by its first bytes', bigEndian('<a>é名😀</a>')],
  ])('%s', async (_, bytes) => {
    expect(textOf(bytes)).toBe('é名😀');
    expect(await textOfChunks(Array.from(bytes, (byte) => Buffer.from([byte])))).toBe('é名😀');
  });

  it('is any other that the declaration names', () => {
    const declared = (label: string) => Buffer.from(`<?xml version='1.0' encoding='${label}'?>`);
    expect(textOf(Buffer.concat([declared('ISO-8859-1'), Buffer.from('<a>é</a>', 'latin1')]))).toBe('é');
    const shiftJis = Buffer.from([0x3c, 0x61, 0x3e, 0x96, 0xbc, 0x3c, 0x2f, 0x61, 0x3e]);
    expect(textOf(Buffer.concat([declared('Shift_JIS'), shiftJis]))).toBe('名');
  });

  it('is refused where it is unknown', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>');
    expect(() => textOf(bytes)).toThrow('part.xml is in an encoding that is not known.');
  });
});

it('keeps characters whole that two chunks share, far into a part', async () => {
  const text = 'é名😀'.repeat(1000);
  const bytes = bigEndian(`<a>${text}</a>`);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 777) }, (_, i) =>
    bytes.subarray(i * 777, (i + 1) * 777),
  );
  expect(await textOfChunks(chunks)).toBe(text);
});

it.each(['', '<a>', 'text', '<a></a></a>'])('refuses "%s", which is no XML', (xml) => {
  expect(() => textOf(Buffer.from(xml))).toThrow('not well-formed');
});
