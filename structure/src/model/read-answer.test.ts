import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.js';

const codesOf = (text: string) => {
  const read = readAnswer(text);
  return 'faults' in read ? read.faults.map(({ code, path }) => `${path} ${code}`.trim()) : [];
};
const answer = (said: object) => JSON.stringify({ keep: [], change: [], parts: [], ...said });

test('an answer is read with rows and columns from 0, whatever stands around it', () => {
  const text = `Here it is:\n\`\`\`json\n${answer({
    change: [
      { id: 'r2', header: [3, '5-6'], types: { C: 'DOUBLE' }, names: { c: 'amount' }, under: { '8-9': 7 } },
    ],
    parts: [{ form: 'C3:D6', fields: { Nombre: 'D3<C3', Calle: 'D4+D5<C4' }, why: 'labels' }],
  })}\n\`\`\``;
  const read = readAnswer(text);
  expect('answer' in read && read.answer.change[0]).toMatchObject({ id: 'r2', header: [2, 4, 5] });
  expect('answer' in read && read.answer.change[0]?.columns?.get(2)).toEqual({
    name: 'amount',
    type: 'DOUBLE',
  });
  expect('answer' in read && [...(read.answer.change[0]?.under ?? [])]).toEqual([
    [7, 6],
    [8, 6],
  ]);
  expect('answer' in read && read.answer.parts[0]?.fields?.[1]?.cells).toEqual([
    { row: 3, column: 3 },
    { row: 4, column: 3 },
  ]);
});

test('an answer that says nothing changes nothing', () => {
  expect(readAnswer('{}')).toEqual({ answer: { keep: [], change: [], parts: [] } });
});

test('what cannot be read is said with its place, and never thrown', () => {
  expect(codesOf('no idea, sorry')).toEqual(['model-no-json']);
  expect(codesOf('{"keep": [')).toEqual(['model-no-json']);
  expect(codesOf('['.repeat(50_000))).toEqual(['model-no-json']);
  expect(codesOf(answer({ note: 'x'.repeat(1_000_000) }))).toEqual(['model-too-long']);
  expect(codesOf(answer({ change: [{ id: 'r1', total: [4] }] }))).toEqual(['/change/0 model-unknown-field']);
  expect(codesOf(answer({ change: [{ id: 'r1', types: { B: 'INT' } }] }))).toEqual([
    '/change/0/types/B model-choice',
  ]);
  expect(codesOf(answer({ parts: [{ table: 'the first' }] }))).toEqual(['/parts/0/table model-value']);
  expect(codesOf(answer({ parts: [{ table: 'A1:B2', note: 'A3' }] }))).toEqual(['/parts/0 model-part-kind']);
  expect(codesOf(answer({ parts: [{ form: 'A1:B2' }] }))).toEqual(['/parts/0/fields model-form-fields']);
  expect(codesOf(answer({ parts: Array(5000).fill({}) }))).toEqual(['/parts model-too-many']);
  expect(codesOf(answer({ change: [{ id: 'r1', totals: ['1-1000000'] }] }))).toEqual([
    '/change/0/totals model-too-many',
  ]);
  expect(codesOf('{"__proto__": {"keep": 1}, "keep": null, "change": 5, "parts": {}}')).toEqual([
    'model-unknown-field',
    '/change model-value',
    '/parts model-value',
  ]);
});

test('a field that is unknown is told with the nearest one', () => {
  const read = readAnswer(answer({ change: [{ id: 'r1', headers: [1] }] }));
  expect('faults' in read && read.faults[0]?.message).toBe(
    'There is no field "headers"; "header" is the nearest.',
  );
});

test('no row stands under itself', () => {
  expect(codesOf(answer({ change: [{ id: 'r1', under: { 5: 6, 6: 7, 7: 5 } }] }))).toEqual([
    '/change/0/under model-loop',
  ]);
});

test('a reason is cut, as nothing depends on it', () => {
  const read = readAnswer(answer({ parts: [{ note: 'A1', why: 'because '.repeat(500) }] }));
  expect('answer' in read && read.answer.parts[0]?.why?.length).toBeLessThanOrEqual(200);
});
