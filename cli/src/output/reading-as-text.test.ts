import { expect, test } from 'vitest';
import { readingAsText } from './reading-as-text.js';

const remark = (text: string) => ({ code: 'a_code', params: {}, text, sheet: 'Sales', cell: 'D8' });
const nothing = {
  doubts: [],
  questions: [],
  faults: [],
  alternatives: [],
  kept_as_sheet: [],
  alternatives_cut: false,
  read_by: 'rules' as const,
  more: { doubts: 0, questions: 0, faults: 0, alternatives: 0 },
};

test('a sure reading is told by its confidence alone', () => {
  const doubts = [remark('There is only one column.')];
  expect(readingAsText({ ...nothing, confidence: 0.95, doubts })).toBe('read with confidence 0.95');
});

test('an unsure one names how much is asked and faulty, and what to look at first', () => {
  const question = {
    id: 'r1.header3',
    text: 'Is it?',
    choices: ['yes', 'no'],
    default: 'no',
    sheet: 'Sales',
  };
  const reading = {
    ...nothing,
    confidence: 0.19,
    doubts: [remark('A column has cells of several kinds.')],
    questions: [question],
    more: { ...nothing.more, questions: 2 },
  };
  expect(readingAsText(reading)).toBe(
    'read with confidence 0.19; 3 open questions; sheet "Sales": A column has cells of several kinds.',
  );
  expect(readingAsText({ ...reading, faults: [remark('D8 says 45.')] })).toContain(
    '; 1 fault; sheet "Sales": D8 says 45.',
  );
});

test('a file without a table says so', () => {
  expect(readingAsText({ ...nothing, confidence: null })).toBe('no table was found');
});
