import { expect, test } from 'vitest';
import { grants, roleGrants, scopes } from './scopes.js';

test('write implies read within its resource, and nothing else', () => {
  expect(grants(['workbooks:write'], 'workbooks:read')).toBe(true);
  expect(grants(['workbooks:read'], 'workbooks:write')).toBe(false);
  expect(grants(['workbooks:write'], 'workbooks:delete')).toBe(false);
  expect(grants(['workbooks:delete'], 'workbooks:read')).toBe(false);
  expect(grants(['workspaces:configure'], 'workspaces:read')).toBe(false);
});

test('each scope grants itself and no scope grants all', () => {
  for (const held of scopes) {
    expect(grants([held], held)).toBe(true);
    expect(scopes.filter((wanted) => grants([held], wanted)).length).toBeLessThanOrEqual(2);
  }
});

test('among members, only admins govern and delete; viewers change nothing', () => {
  expect(roleGrants('viewer', 'workbooks:read')).toBe(true);
  expect(roleGrants('viewer', 'workspaces:read')).toBe(true);
  expect(roleGrants('viewer', 'workbooks:write')).toBe(false);
  expect(roleGrants('editor', 'workbooks:write')).toBe(true);
  expect(roleGrants('editor', 'governance:configure')).toBe(false);
  expect(roleGrants('editor', 'workbooks:delete')).toBe(false);
  expect(roleGrants('admin', 'governance:configure')).toBe(true);
});
