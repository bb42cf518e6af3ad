import { expect, test } from 'vitest';
import { mergeCsv } from './merge-csv.js';

/** In pieces of one byte, so that every place of a break occurs. */
async function* inBytes(text: string) {
  for (const byte of Buffer.from(text)) yield Buffer.of(byte);
}

test('joins the records of files, with line breaks and quotes in values, and empty ones', async () => {
  const left = 'a,b\r\n1,"two\r\n""lines"", é"\r\n,\r\n';
  const right = 'c\r\n北\r\n""\r\n';
  const merged: Buffer[] = [];
  for await (const bytes of mergeCsv([inBytes(left), inBytes(right)])) merged.push(bytes);
  expect(Buffer.concat(merged).toString()).toBe('a,b,c\r\n1,"two\r\n""lines"", é",北\r\n,,""\r\n');
});
