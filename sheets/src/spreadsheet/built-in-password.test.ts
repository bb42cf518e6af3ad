import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import officeCrypto from 'officecrypto-tool';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encryptedXls } from '../../test-support/encrypted-xls.js';
import { rc4KeyStream } from './rc4.js';
import { ColumnReader } from './read-cell.js';
import { readWorkbook } from './read-workbook.js';

const XLSX = createRequire(import.meta.url)('@e965/xlsx');
const builtIn = 'VelvetSweatshop';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'built-in-password-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Long enough for several blocks and segments. */
const names = Array.from({ length: 500 }, (_, i) => `Name ${i} ${(i * 7919).toString(36)}`);

function plain(bookType: string): Buffer {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(names.map((name) => [name])), 'Names');
  return XLSX.write(book, { type: 'buffer', bookType, compression: false });
}

async function read(bytes: Buffer) {
  const path = join(directory, 'upload');
  await writeFile(path, bytes);
  const { format, sheets } = await readWorkbook(path, 'book.xlsx');
  const [sheet] = sheets;
  if (!sheet) throw new Error('There is no sheet.');
  const reader = new ColumnReader(sheet, sheet.columns[0] ?? null);
  return { format, sheet: sheet.name, texts: Array.from(names, (_, row) => reader.rendered(row)) };
}

describe("a file encrypted with Excel's built-in password is read", () => {
  it.each([
    ['xlsx', 'agile'],
    ['xlsm', 'standard'],
    ['xlsb', 'standard'],
  ] as const)('%s, in %s encryption', async (format, type) => {
    const options = { password: builtIn, ...(type === 'standard' && { type }) };
    const encrypted = officeCrypto.encrypt(plain(format), options);
    expect(await read(encrypted)).toEqual({ format, sheet: 'Names', texts: names });
  });

  it.each(['xor', 'rc4', 'cryptoapi'] as const)('xls, with %s', async (encryption) => {
    const encrypted = encryptedXls(plain('biff8'), encryption, builtIn);
    expect(await read(encrypted)).toEqual({ format: 'xls', sheet: 'Names', texts: names });
  });

  it.each(['xor', 'rc4', 'cryptoapi'] as const)(
    'and another program decrypts our xls with %s',
    async (encryption) => {
      const encrypted = encryptedXls(plain('biff8'), encryption, builtIn);
      const book = XLSX.read(await officeCrypto.decrypt(encrypted, { password: builtIn }));
      expect(book.Sheets.Names.A500.v).toBe(names[499]);
    },
  );
});

describe('an encrypted file is refused', () => {
  it.each(['rc4', 'cryptoapi'] as const)(
    'if it is an xls file with another password, with %s',
    async (encryption) => {
      const encrypted = encryptedXls(plain('biff8'), encryption, 'secret');
      await expect(read(encrypted)).rejects.toMatchObject({ code: 'encrypted-file' });
    },
  );

  it.each(['agile', 'standard'] as const)('if it has another password in %s encryption', async (type) => {
    const encrypted = officeCrypto.encrypt(plain('xlsx'), {
      password: 'secret',
      ...(type === 'standard' && { type }),
    });
    await expect(read(encrypted)).rejects.toMatchObject({ code: 'encrypted-file' });
  });

  it('if its key takes far longer than Excel lets it take', async () => {
    const encrypted = officeCrypto.encrypt(plain('xlsx'), { password: builtIn });
    const at = encrypted.indexOf('spinCount="100000"');
    expect(at).toBeGreaterThan(0);
    encrypted.write('spinCount="999999"', at);
    await expect(read(encrypted)).rejects.toMatchObject({ code: 'file-too-complex' });
  });
});

it('RC4 has the key stream of RFC 6229', () => {
  const key = Buffer.from('0102030405', 'hex');
  expect(rc4KeyStream(key, 16).toString('hex')).toBe('b2396305f03dc027ccc3524a0a1118a8');
});
