import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type StatesOfTexts, withThreeStates } from '../../../../test-support/three-states.js';
import { keptEditsSql, mergedRowsSql } from './merge-rows.js';
import { placedRowsSql } from './place-rows.js';

/** Rows of a key and a value, merged by that key. */
async function merge(texts: StatesOfTexts) {
  return await withThreeStates(texts, async (states, connection, directory) => {
    const placedPath = join(directory, 'placed');
    await connection.run(`copy (${placedRowsSql(states, ['c1'], 100)}) to '${placedPath}' (format parquet)`);
    const merged = await connection.runAndReadAll(mergedRowsSql({ ...states, placedPath }));
    const kept = await connection.runAndReadAll(keptEditsSql({ ...states, placedPath }));
    return {
      rows: merged.getRowsJS().map((row) => row.join(' ')),
      kept: kept
        .getRowObjectsJS()
        .map(
          (row) => `${row.row_id} ${row.is_removed ? 'removed' : `${row.current_c2} not ${row.incoming_c2}`}`,
        ),
    };
  });
}

const base = [
  ['a', '1'],
  ['b', '2'],
  ['c', '3'],
];

describe('merging a new file into a table', () => {
  test('applies changes of the file alone', async () => {
    const incoming = [
      ['d', '4'],
      ['c', '30'],
      ['a', '1'],
    ];
    expect(await merge({ base, incoming })).toEqual({ rows: ['a 1 1', 'c 30 3', 'd 4 100'], kept: [] });
  });

  test('keeps changes of people alone, and equal changes of both', async () => {
    const current = [
      ['a', '9', 1],
      ['b', '20', 2],
      ['c', '3', 3],
      ['p', '5', 4],
    ];
    const incoming = [
      ['a', '1'],
      ['b', '20'],
      ['c', '3'],
    ];
    expect(await merge({ base, current, incoming })).toEqual({
      rows: ['a 9 1', 'b 20 2', 'c 3 3', 'p 5 4'],
      kept: [],
    });
  });

  test('keeps the edits of cells that both changed to different values, and reports them', async () => {
    const current = [
      ['a', '9', 1],
      ['b', '2', 2],
      ['c', '3', 3],
    ];
    const incoming = [
      ['a', '8'],
      ['b', '2'],
      ['c', '3'],
    ];
    expect(await merge({ base, current, incoming })).toMatchObject({
      rows: ['a 9 1', 'b 2 2', 'c 3 3'],
      kept: ['1 9 not 8'],
    });
  });

  test('keeps rows that people edited and the file dropped, and reports them', async () => {
    const current = [
      ['a', '1', 1],
      ['b', '9', 2],
      ['c', '3', 3],
    ];
    expect(await merge({ base, current, incoming: [['a', '1']] })).toEqual({
      rows: ['a 1 1', 'b 9 2'],
      kept: ['2 9 not null'],
    });
  });

  test('leaves rows deleted that people deleted, and reports those that the file changed', async () => {
    const current = [['a', '1', 1]];
    const incoming = [
      ['a', '1'],
      ['b', '2'],
      ['c', '30'],
    ];
    expect(await merge({ base, current, incoming })).toEqual({ rows: ['a 1 1'], kept: ['3 removed'] });
  });
});
