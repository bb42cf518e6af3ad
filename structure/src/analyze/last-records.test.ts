import { expect, test } from 'vitest';
import { structure } from '../../test-support/structured-sheet.js';

const plan = [
  ['Focus', 'Principle', 'Approach', 'Players', 'Timeline'],
  ['Growth', 'Connect more schools', 'Clear paths for those who transfer', null, null],
  [null, null, 'Messages to schools and towns nearby', null, null],
  [null, null, 'Connections to the health field', 'Nursing', 'Spring 2012'],
  [null, 'Work with companies', 'Partners that support instruction', null, null],
  [null, null, 'Internships in science and mathematics', null, null],
  [null, null, 'Grants for science and mathematics', null, null],
];

test('the last tasks of a plan are records, as those before them that have no more to say', () => {
  const { tables } = structure([
    ...plan,
    [null, null, 'Articulation with the university', null, null],
    [null, null, 'Sites at high schools of the region', null, null],
  ]);
  expect(tables.base).toHaveLength(plan.length + 2);
});

test('a note below it stays one', () => {
  const { tables } = structure([...plan, [null, null, 'Note: subject to approval by the board', null, null]]);
  expect(tables.base).toHaveLength(plan.length);
});

test('a row with a label and a word in place of a figure is the last record', () => {
  const { tables } = structure([
    ['Geography', 'Bates County', 'Missouri'],
    ['Land area in square miles', 836.69, 68741.52],
    ['Persons per square mile', 20.4, 87.1],
    ['FIPS Code', 13, 29],
    ['Metropolitan or Micropolitan Statistical Area', 'Kansas City, MO-KS Metro Area', null],
    [null, null, null],
    ['(a) Includes persons reporting only one race.', null, null],
  ]);
  expect(tables.base).toHaveLength(5);
});
