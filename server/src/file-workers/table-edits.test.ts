import type { CellEdit } from '@workbook-data-service/sheets';
import { describe, expect, it } from 'vitest';
import type { TableOrigin } from '../core/table-origin.js';
import { type CurrentColumn, TableEdits } from './table-edits.js';

/** Headings in row 2, two rows below, and one more after a gap; columns B and D. */
const origin: TableOrigin = {
  sheet: 'Data',
  headerRow: 2,
  columns: { c1: 1, c2: 3 },
  rowRuns: [
    [1, 3, 2],
    [3, 7, 1],
  ],
};
const landedColumns = [
  { id: 'c1', name: 'item' },
  { id: 'c2', name: 'qty' },
];
const item: CurrentColumn = { id: 'c1', name: 'item', type: 'VARCHAR' };
const qty: CurrentColumn = { id: 'c2', name: 'qty', type: 'BIGINT' };

const editsOf = (columns: CurrentColumn[], from = origin) =>
  new TableEdits({ origin: from, landedColumns, columns });
/** As `B3=value`, with a mark on cells that must be empty before. */
const shown = (edits: Iterable<CellEdit>) =>
  [...edits].map(({ row, column, value, formula, onlyIfEmpty }) => {
    const content = formula === undefined ? value : `${formula}:${value}`;
    return `${'ABCDEFG'[column]}${row + 1}=${content}${onlyIfEmpty ? ' new' : ''}`;
  });

describe('columns', () => {
  it('that are unchanged need nothing', () => {
    expect(shown(editsOf([item, qty]).columnEdits())).toEqual([]);
  });

  it('that were renamed get another heading, if there are headings', () => {
    const renamed = [item, { ...qty, name: 'count' }];
    expect(shown(editsOf(renamed).columnEdits())).toEqual(['D2=count']);
    expect(shown(editsOf(renamed, { ...origin, headerRow: null }).columnEdits())).toEqual([]);
  });

  it('that were dropped are cleared, heading and all', () => {
    expect(shown(editsOf([qty]).columnEdits())).toEqual(['B2=null', 'B3=null', 'B4=null', 'B7=null']);
  });

  it('that were added follow the last one', () => {
    const added: CurrentColumn[] = [
      { id: 'c3', name: 'day', type: 'DATE' },
      { id: 'c4', name: 'twice', type: 'BIGINT', formula: '=[c2]*2' },
    ];
    const edits = editsOf([item, ...added, qty]);
    expect(shown(edits.columnEdits())).toEqual(['E2=day new', 'F2=twice new']);
    const row = { rowId: 3, kind: 'changed' as const, cells: [undefined, 45_000, 8, undefined] };
    expect(shown(edits.rowEdits(row))).toEqual(['E7=45000 new', 'F7=D7*2:8 new']);
    expect([...edits.rowEdits(row)].map(({ meaning }) => meaning)).toEqual(['date', 'number']);
  });
});

describe('rows', () => {
  it('that changed are written where they changed, also to empty', () => {
    const row = { rowId: 2, kind: 'changed' as const, cells: [undefined, null] };
    expect(shown(editsOf([item, qty]).rowEdits(row))).toEqual(['D4=null']);
  });

  it('that were deleted are cleared', () => {
    const row = { rowId: 1, kind: 'deleted' as const, cells: [undefined, undefined] };
    expect(shown(editsOf([item, qty]).rowEdits(row))).toEqual(['B3=null', 'D3=null']);
  });

  it('that were added follow the last one, and look like it', () => {
    const edits = editsOf([item, qty]);
    const added = (rowId: number, ...cells: (string | number | null)[]) => [
      ...edits.rowEdits({ rowId, kind: 'added', cells }),
    ];
    const first = added(5, 'pen', null);
    expect(shown(first)).toEqual(['B8=pen new']);
    expect(first[0]?.styleFromAbove).toBe(true);
    expect(shown(added(9, 'ink', 4))).toEqual(['B9=ink new', 'D9=4 new']);
  });

  it('without a row before them do not look like headings', () => {
    const edits = editsOf([item, qty], { ...origin, rowRuns: [] });
    const [edit] = edits.rowEdits({ rowId: 1, kind: 'added', cells: ['pen', 1] });
    expect(edit).toMatchObject({ row: 2, column: 1, styleFromAbove: false });
  });

  it('do not fit below the last row of a sheet', () => {
    const full = editsOf([item, qty], { ...origin, rowRuns: [[1, 1_048_576, 1]] });
    expect(() => [...full.rowEdits({ rowId: 2, kind: 'added', cells: ['pen', 1] })]).toThrow('no room');
  });
});
