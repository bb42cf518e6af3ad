import { expect, test } from 'vitest';
import { contains, formatReach, parseReach, type Reach, reachesWorkbook, reachesWorkspace } from './reach.js';

const account: Reach = { kind: 'account' };
const workspace: Reach = { kind: 'workspace', workspaceId: 'ws_1' };
const workbook: Reach = { kind: 'workbook', workbookId: 'wb_1' };
const place = { workbookId: 'wb_1', workspaceId: 'ws_1', accountId: 'acc_1' };

test.each([
  ['account', account],
  ['workspace:ws_1', workspace],
  ['workbook:wb_1', workbook],
])('%s is read and written back', (text, reach) => {
  expect(parseReach(text)).toEqual(reach);
  expect(formatReach(reach)).toBe(text);
});

test.each(['', 'workspace:', 'workbook:ws_1', 'workspace:wb_1', 'workbook:wb_1 ', 'everything'])(
  '%j is no reach',
  (text) => {
    expect(parseReach(text)).toBeUndefined();
  },
);

test('reach narrows from account to workspace to workbook', () => {
  expect([account, workspace, workbook].map((reach) => reachesWorkbook(reach, place))).toEqual([
    true,
    true,
    true,
  ]);
  expect([account, workspace, workbook].map((reach) => reachesWorkspace(reach, 'ws_1'))).toEqual([
    true,
    true,
    false,
  ]);
  expect(reachesWorkbook(workspace, { ...place, workspaceId: 'ws_2' })).toBe(false);
  expect(contains(workspace, workbook, place)).toBe(true);
  expect(contains(workspace, workbook, { ...place, workspaceId: 'ws_2' })).toBe(false);
  expect(contains(workbook, workspace)).toBe(false);
  expect(contains(workspace, account)).toBe(false);
});
