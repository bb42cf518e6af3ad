import { describe, expect, test } from 'vitest';
import { type StatesOfTexts, withThreeStates } from '../../../../test-support/three-states.js';
import { placedRowsSql } from './place-rows.js';
import { chooseKey, type KeyFinding, keyCandidates, keyFindingsSql } from './row-keys.js';

/** The row ids of the new file's rows, and the key that they were found by. */
async function place(texts: StatesOfTexts, nextRowId = 100) {
  return await withThreeStates(texts, async (states, connection) => {
    const candidates = keyCandidates(states.columns);
    const found = await connection.runAndReadAll(keyFindingsSql(states, candidates));
    const findings = found.getRowObjectsJS().map(
      ({ candidate, isKey, overlap }): KeyFinding => ({
        candidate: Number(candidate),
        isKey: isKey === true,
        overlap: Number(overlap),
      }),
    );
    const key = chooseKey(candidates, findings);
    const placed = await connection.runAndReadAll(placedRowsSql(states, key, nextRowId));
    return { key, rowIds: placed.getRowObjectsJS().map(({ row_id }) => Number(row_id)) };
  });
}

describe('rows of a new file', () => {
  test('are found by a column that is unique in both files, in any order', async () => {
    const base = [
      ['a', 'red'],
      ['b', 'red'],
      ['c', 'blue'],
    ];
    const incoming = [
      ['c', 'blue'],
      ['d', 'red'],
      ['a', 'pink'],
      ['e', 'red'],
    ];
    expect(await place({ base, incoming })).toEqual({ key: ['c1'], rowIds: [3, 100, 1, 101] });
  });

  test('are found by the leading columns together if none alone is unique', async () => {
    const base = [
      ['2025', 'Q1', 'x'],
      ['2025', 'Q2', 'x'],
      ['2026', 'Q1', 'x'],
    ];
    const incoming = [
      ['2026', 'Q1', 'y'],
      ['2026', 'Q2', 'y'],
      ['2025', 'Q1', 'x'],
    ];
    expect(await place({ base, incoming })).toEqual({ key: ['c1', 'c2'], rowIds: [3, 100, 1] });
  });

  test('are found by the key that matches most of them', async () => {
    const base = [
      ['p', 'k1'],
      ['q', 'k2'],
      ['r', 'k3'],
    ];
    const incoming = [
      ['r', 'k1'],
      ['s', 'k2'],
      ['t', 'k3'],
    ];
    expect(await place({ base, incoming })).toEqual({ key: ['c2'], rowIds: [1, 2, 3] });
  });

  test('are found by key among those that people added', async () => {
    const base = [['a'], ['b']];
    const current = [
      ['a', 1],
      ['b', 2],
      ['c', 7],
    ];
    expect(await place({ base, current, incoming: [['c'], ['b'], ['d']] })).toMatchObject({
      rowIds: [7, 2, 100],
    });
  });

  test('without a key are found by equality, duplicates in order', async () => {
    const base = [['x'], ['y'], ['x'], ['z']];
    expect(await place({ base, incoming: [['z'], ['x'], ['x'], ['x']] })).toEqual({
      key: undefined,
      rowIds: [4, 1, 3, 100],
    });
  });

  test('without a key or an equal are found by their place between matched rows', async () => {
    const base = [
      ['x', 'a'],
      ['x', 'a'],
      ['y', null],
      ['z', 'a'],
      ['w', 'a'],
    ];
    const incoming = [
      ['x', 'a'],
      ['x', 'a'],
      ['y', 'new'],
      ['z', 'a'],
      [null, 'more'],
      ['w', 'a'],
    ];
    expect(await place({ base, incoming })).toEqual({ key: undefined, rowIds: [1, 2, 3, 4, 100, 5] });
  });

  test('do not use all columns as a key: a changed row is found by its place', async () => {
    const base = [
      ['x', 'a'],
      ['x', 'b'],
      ['y', 'a'],
    ];
    const incoming = [
      ['x', 'a'],
      ['x', 'c'],
      ['y', 'a'],
    ];
    expect(await place({ base, incoming })).toEqual({ key: undefined, rowIds: [1, 2, 3] });
  });

  test('of a file whose keys are all new are new rows', async () => {
    expect(await place({ base: [['a'], ['b']], incoming: [['c'], ['d']] })).toMatchObject({
      rowIds: [100, 101],
    });
  });
});
