import { expect, test } from 'vitest';
import { grants, scopes } from './scopes.js';

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
