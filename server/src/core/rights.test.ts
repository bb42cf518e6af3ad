import { describe, expect, test } from 'vitest';
import { may, obstacle, type Standing } from './rights.js';
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
