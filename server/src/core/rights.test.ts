import { describe, expect, test } from 'vitest';
import { may, obstacle, type Standing, standingInWorkbook } from './rights.js';
import { type Scope, scopes } from './scopes.js';

const wanted = ['workbooks:read', 'workbooks:write', 'workbooks:delete', 'governance:configure'] as const;

/** What a credential with these scopes allows each of them, in the order of `wanted`. */
const table: [held: readonly Scope[], allowed: Record<Standing, string>][] = [
  [scopes, { viewer: 'r...', editor: 'rw..', admin: 'rwdg', owner: 'rwdg' }],
  [['workbooks:read'], { viewer: 'r...', editor: 'r...', admin: 'r...', owner: 'r...' }],
  [['workbooks:write'], { viewer: 'r...', editor: 'rw..', admin: 'rw..', owner: 'rw..' }],
  [['workbooks:delete'], { viewer: '....', editor: '....', admin: '..d.', owner: '..d.' }],
  [['governance:configure'], { viewer: '....', editor: '....', admin: '...g', owner: '...g' }],
  [[], { viewer: '....', editor: '....', admin: '....', owner: '....' }],
];

describe.each(table)('with the scopes %j', (held, allowed) => {
  test.each(Object.entries(allowed) as [Standing, string][])('%s: %s', (standing, expected) => {
    const rights = { standing, scopes: held };
    expect(wanted.map((scope, i) => (may(rights, scope) ? 'rwdg'[i] : '.')).join('')).toBe(expected);
  });
});

test('the obstacle is named: the credential first, then the role', () => {
  expect(obstacle({ standing: 'viewer', scopes: ['workbooks:read'] }, 'workbooks:write')).toBe('scope');
  expect(obstacle({ standing: 'viewer', scopes }, 'workbooks:write')).toBe('role');
});

describe('the standing of a user in a workbook', () => {
  const shared = { accountOwnerId: 'boss', workbookOwnerId: 'author', visibility: 'workspace' as const };
  const standing = (userId: string, role: Standing | null, more = {}, seesPrivate = false) =>
    standingInWorkbook({ userId, seesPrivate }, { ...shared, role: role as 'viewer' | null, ...more });

  test('is that of the owner for the owner of the account and for an author who may write', () => {
    expect(standing('boss', 'admin')).toBe('owner');
    expect(standing('author', 'admin')).toBe('owner');
    expect(standing('author', 'editor')).toBe('owner');
  });

  test('is otherwise the base role, if any', () => {
    expect(standing('author', 'viewer')).toBe('viewer');
    expect(standing('other', 'admin')).toBe('admin');
    expect(standing('author', null)).toBeNull();
  });

  test('is none in a private workbook of somebody else, unless all is to be seen', () => {
    const visibility = 'private';
    expect(standing('boss', 'admin', { visibility })).toBeNull();
    expect(standing('author', 'editor', { visibility })).toBe('owner');
    expect(standing('boss', 'admin', { visibility }, true)).toBe('owner');
  });
});
