import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowSource } from './row-source.js';
import { StyleSheet } from './style-sheet.js';
import type { BatchColumn, XlsxCell } from './workbook-content.js';
import { Worksheet } from './worksheet.js';

const RUNS = Number(process.env.SVC_TEST_RUNS ?? 100);

async function xmlOf(columns: readonly BatchColumn[], rowCount: number): Promise<string> {
  const batches = async function* () {
    yield { rowCount, columns };
  };
  const named = columns.map((_, i) => ({ name: `c${i}`, meaning: i % 2 ? 'date' : 'number' }) as const);
  const sheet = new Worksheet({ columns: named }, new StyleSheet());
  let xml = '';
  for await (const chunk of sheet.chunks(new RowSource(batches()))) xml += chunk.toString();
  return xml;
}

/** In the form in which an export has them, of which the plain ones are written in one go. */
function inBytes(cells: readonly XlsxCell[]): BatchColumn {
  if (cells.some((cell) => typeof cell === 'number')) {
    return {
      numbers: Float64Array.from(cells, (cell) => (typeof cell === 'number' ? cell : 0)),
      valid: Uint8Array.from(cells, (cell) => (typeof cell === 'number' ? 1 : 0)),
    };
  }
  const texts = cells.map((cell) => Buffer.from(typeof cell === 'string' ? cell : ''));
  const starts = Int32Array.from(texts, () => 0);
  for (let i = 1; i < starts.length; i++) {
    starts[i] = (starts[i - 1] as number) + (texts[i - 1] as Buffer).length;
  }
  const bytes = Buffer.concat(texts);
  return {
    utf8: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    starts,
    lengths: Int32Array.from(cells, (cell, i) => (cell === null ? -1 : (texts[i] as Buffer).length)),
  };
}

const number = fc.oneof(
  fc.integer({ min: 0, max: 200_000_000 }),
  fc.integer({ min: -10, max: 2 ** 31 + 10 }),
  fc.integer({ min: -1000, max: 3_000_000_000 }).map((value) => value / 10_000),
  fc.integer({ min: 0, max: 100_000 }).map((value) => value / 100),
  fc.constantFrom(0, -0, 9999, 10_000, 99_999_999, 100_000_000, 214_748.3647, 214_748.3648, 1e-4, 1e-5),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY),
);
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    'a & b',
    '&&&&',
    ' a',
    'a ',
    'a<b>',
    'a\nb',
    '_x0041_',
    'a_b',
    'é 北 😀',
    '\uffff',
    '\u0001',
  ),
  fc.string({ maxLength: 300 }).map((one) => `${one}&`.repeat(100)),
);
const cells = (value: fc.Arbitrary<XlsxCell>) =>
  fc.array(fc.option(value, { freq: 8 }), { minLength: 12, maxLength: 12 });
const column = fc.oneof(cells(number), cells(text.filter((one) => one.isWellFormed())));

test('cells that are written in one go are written as each by itself', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(column, { minLength: 1, maxLength: 30 }), async (columns) => {
      const written = await xmlOf(columns.map(inBytes), 12);
      expect(written).toBe(await xmlOf(columns, 12));
    }),
    { numRuns: RUNS },
  );
});
