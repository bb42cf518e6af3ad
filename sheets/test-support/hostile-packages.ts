import { createRequire } from 'node:module';
import type { HostileFile } from './hostile-file.js';
import { type LyingEntry, lyingZip } from './lying-zip.js';
import { relationships, textCell, xlsxParts } from './xlsx-parts.js';

const MB = 2 ** 20;
const greeting = `<sheetData><row r="1">${textCell('A1', 'hello')}</row></sheetData>`;
const greeted = { Data: { A1: 'hello' } };

export const harmlessPackage = lyingZip(xlsxParts(greeting));

/** The plain workbook with entries added. */
function withEntries(...more: LyingEntry[]): Buffer {
  return lyingZip(xlsxParts(greeting, { more }));
}

/** The plain workbook with false data about its sheet. */
function withSheet(lie: Partial<LyingEntry>): Buffer {
  return lyingZip(
    xlsxParts(greeting).map((entry) => (entry.name.endsWith('sheet1.xml') ? { ...entry, ...lie } : entry)),
  );
}

function without(name: string): Buffer {
  return lyingZip(xlsxParts(greeting).filter((entry) => entry.name !== name));
}

const withSheetTarget = (target: string, external = false): Buffer =>
  lyingZip(xlsxParts(greeting, { relations: [{ id: 'rId1', kind: 'worksheet', target, external }] }));

const bombs: HostileFile[] = [
  {
    what: 'a sheet of blanks that shrank a thousandfold',
    bytes: () => lyingZip(xlsxParts(greeting + ' '.repeat(64 * MB))),
    refused: ['file-too-complex'],
  },
  {
    what: 'a bomb in a part that nobody needs',
    bytes: () => withEntries({ name: 'xl/media/bomb.bin', content: Buffer.alloc(64 * MB) }),
    refused: ['file-too-complex'],
    cells: greeted,
  },
  {
    what: 'a bomb that declares a modest size',
    bytes: () =>
      lyingZip(
        xlsxParts(greeting + ' '.repeat(64 * MB)).map((entry) =>
          entry.name.endsWith('sheet1.xml') ? { ...entry, declaredSize: 5000 } : entry,
        ),
      ),
    refused: ['file-too-complex', 'unreadable-file'],
  },
  {
    what: 'twenty thousand entries',
    bytes: () =>
      withEntries(...Array.from({ length: 20_000 }, (_, i) => ({ name: `xl/${i}.xml`, content: '' }))),
    refused: ['file-too-complex'],
  },
  {
    what: 'a bomb inside an embedded archive',
    bytes: () =>
      withEntries({
        name: 'xl/embeddings/inner.xlsx',
        content: lyingZip([{ name: 'bomb', content: Buffer.alloc(64 * MB) }]),
      }),
    cells: greeted,
  },
  {
    what: 'entries that share their bytes',
    bytes: () =>
      withEntries(
        { name: 'xl/kernel.xml', content: Buffer.alloc(MB) },
        ...Array.from({ length: 5000 }, (_, i) => ({
          name: `xl/${i}.xml`,
          content: '',
          sharesBytesOf: 'xl/kernel.xml',
        })),
      ),
    refused: ['unreadable-file', 'file-too-complex'],
  },
];

const lies: HostileFile[] = [
  { what: 'a sheet with a wrong checksum', bytes: () => withSheet({ crc: 1 }), refused: ['unreadable-file'] },
  {
    what: 'a declared size that is too small',
    bytes: () => withSheet({ declaredSize: 10 }),
    refused: ['unreadable-file', 'file-too-complex'],
  },
  {
    what: 'a declared size that is too large',
    bytes: () => withSheet({ declaredSize: 100_000 }),
    refused: ['unreadable-file'],
  },
  {
    what: 'a packed size that is too small',
    bytes: () => withSheet({ declaredPackedSize: 10 }),
    refused: ['unreadable-file'],
  },
  {
    what: 'a packed size beyond the end of the file',
    bytes: () => withSheet({ declaredPackedSize: 0x7fffffff }),
    refused: ['unreadable-file', 'file-too-complex'],
  },
  {
    what: 'another size in the header than in the directory',
    bytes: () => withSheet({ localSize: 7 }),
    refused: ['unreadable-file'],
    cells: greeted,
  },
  {
    what: 'another name in the header than in the directory',
    bytes: () => withSheet({ localName: 'xl/worksheets/sheet9.xml' }),
    refused: ['unreadable-file'],
    cells: greeted,
  },
  {
    what: 'names that lead out of the archive',
    bytes: () =>
      withEntries(
        { name: '../../../../tmp/evil.sh', content: 'evil' },
        { name: '/etc/cron.d/evil', content: 'evil' },
        { name: '..\\..\\evil.exe', content: 'evil' },
      ),
    refused: ['unreadable-file'],
    cells: greeted,
  },
  {
    what: 'a sheet that is there twice',
    bytes: () =>
      withEntries({
        name: 'xl/worksheets/sheet1.xml',
        content: `<worksheet>${greeting}</worksheet>`,
      }),
    refused: ['unreadable-file'],
    cells: greeted,
  },
  {
    what: 'an archive without entries',
    bytes: () => lyingZip([]),
    refused: ['unsupported-file', 'unreadable-file'],
  },
  {
    what: 'junk in front of the archive',
    bytes: () => Buffer.concat([Buffer.from('#!/bin/sh\nexit\n'), harmlessPackage]),
    refused: ['unsupported-file', 'unreadable-file'],
    cells: greeted,
  },
  {
    what: 'an encrypted entry',
    bytes: () => withSheet({ flags: 1 }),
    refused: ['encrypted-file'],
  },
  { what: 'a container with an encrypted workbook', bytes: encryptedContainer, refused: ['encrypted-file'] },
];

const relations: HostileFile[] = [
  {
    what: 'a sheet outside the package',
    bytes: () => withSheetTarget('../../../../etc/passwd'),
    refused: ['unreadable-file'],
  },
  {
    what: 'a sheet at an address of its own',
    bytes: () => withSheetTarget('file:///etc/passwd', true),
    refused: ['unreadable-file'],
  },
  {
    what: 'a sheet part that is missing',
    bytes: () => without('xl/worksheets/sheet1.xml'),
    refused: ['unreadable-file'],
  },
  {
    what: 'a workbook part that is missing',
    bytes: () => without('xl/workbook.xml'),
    refused: ['unreadable-file', 'unsupported-file'],
  },
  {
    what: 'a workbook that is its own sheet',
    bytes: () => withSheetTarget('workbook.xml'),
    refused: ['unreadable-file', 'empty-file'],
    cells: { Data: {} },
  },
  {
    what: 'a sheet that is its own list of comments',
    bytes: () =>
      withEntries({
        name: 'xl/worksheets/_rels/sheet1.xml.rels',
        content: relationships([
          { id: 'rId1', kind: 'comments', target: 'sheet1.xml' },
          { id: 'rId2', kind: 'table', target: '../worksheets/sheet1.xml' },
        ]),
      }),
    cells: greeted,
  },
  {
    what: 'two sheets of one part',
    bytes: () =>
      lyingZip(
        xlsxParts(greeting, {
          sheets: [
            { name: 'Data', id: 'rId1' },
            { name: 'Again', id: 'rId1' },
          ],
        }),
      ),
    refused: ['unreadable-file'],
  },
  {
    what: 'a thousand sheets that are all one large part',
    bytes: () =>
      lyingZip(
        xlsxParts(`<sheetData><row>${'<c><v>1</v></c>'.repeat(10_000)}</row></sheetData>`, {
          sheets: Array.from({ length: 1000 }, (_, i) => ({ name: `Sheet${i}`, id: 'rId1' })),
        }),
      ),
    refused: ['unreadable-file', 'file-too-complex'],
  },
  {
    what: 'a workbook of nothing but a chart sheet',
    bytes: () =>
      lyingZip(
        xlsxParts(greeting, {
          relations: [{ id: 'rId1', kind: 'chartsheet', target: 'chartsheets/sheet1.xml' }],
          more: [{ name: 'xl/chartsheets/sheet1.xml', content: '<chartsheet/>' }],
        }),
      ),
    refused: ['empty-file', 'unsupported-file'],
    cells: {},
  },
  {
    what: 'a csv file called xlsx',
    bytes: () => 'name,n\nAnn,1\n',
    cells: { book: { A1: 'name', B1: 'n', A2: 'Ann', B2: '1' } },
  },
];

export const hostilePackages: readonly HostileFile[] = [...bombs, ...lies, ...relations];

/** What Excel writes for a workbook with a password, as far as it is readable without one. */
function encryptedContainer(): Buffer {
  const { CFB } = createRequire(import.meta.url)('@e965/xlsx') as {
    CFB: {
      utils: { cfb_new(): object; cfb_add(container: object, path: string, content: Buffer): void };
      write(container: object, options: { type: 'buffer' }): Buffer;
    };
  };
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(200, 4));
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(5000, 7));
  return CFB.write(container, { type: 'buffer' });
}
