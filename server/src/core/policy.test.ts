import { expect, test } from 'vitest';
import {
  decideColumn,
  decideInfluence,
  type Effect,
  type Influence,
  influenceOf,
  type PolicyRule,
  withRule,
} from './policy.js';

const rule = (tag: string, role: string, effect: PolicyRule['effect']): PolicyRule => ({ tag, role, effect });

test.each<[string, string[], string[], PolicyRule[], Effect]>([
  ['no rule', ['pii'], ['editor'], [], 'clear'],
  ['the general rule', ['pii'], ['editor'], [rule('pii', '*', 'mask')], 'mask'],
  ['an exempt role', ['pii'], ['hr'], [rule('pii', '*', 'mask'), rule('pii', 'hr', 'allow')], 'clear'],
  [
    'a restricted role beats an exempt one',
    ['pii'],
    ['hr', 'temp'],
    [rule('pii', 'hr', 'allow'), rule('pii', 'temp', 'mask')],
    'mask',
  ],
  [
    'the strictest of two roles',
    ['pii'],
    ['a', 'b'],
    [rule('pii', 'a', 'mask'), rule('pii', 'b', 'deny')],
    'deny',
  ],
  [
    'the strictest of two tags',
    ['pii', 'hr'],
    ['x'],
    [rule('pii', '*', 'mask'), rule('hr', '*', 'deny')],
    'deny',
  ],
  [
    'an exemption from one tag leaves the other',
    ['pii', 'hr'],
    ['x'],
    [rule('pii', '*', 'deny'), rule('pii', 'x', 'allow'), rule('hr', '*', 'mask')],
    'mask',
  ],
  ['rules of other tags', ['pii'], ['x'], [rule('hr', '*', 'deny')], 'clear'],
])('%s', (_, tags, roles, rules, expected) => {
  expect(decideColumn(tags, new Set(roles), rules).effect).toBe(expected);
});

test('the deciding rule is reported, also if it is an exemption', () => {
  const rules = [rule('pii', '*', 'mask'), rule('pii', 'hr', 'allow'), rule('pay', '*', 'deny')];
  const decided = (tags: string[], role: string) => decideColumn(tags, new Set([role]), rules).rule;
  expect(decided(['pii', 'pay'], 'x')).toEqual(rules[2]);
  expect(decided(['pii'], 'x')).toEqual(rules[0]);
  expect(decided(['other', 'pii'], 'hr')).toEqual(rules[1]);
  expect(decided(['other'], 'x')).toBeNull();
});

test('a proposed rule replaces the one for the same tag and role', () => {
  const rules = [rule('pii', '*', 'mask'), rule('pii', 'hr', 'allow')];
  expect(withRule(rules, rule('pii', '*', 'deny'))).toEqual([rules[1], rule('pii', '*', 'deny')]);
});

test.each<[PolicyRule['effect'], Influence | null, Influence | null]>([
  ['deny', null, 'deny'],
  ['deny', 'allow', 'allow'],
  ['mask', null, 'allow'],
  ['mask', 'deny', 'deny'],
  ['allow', null, null],
])('a rule with effect %s and influence %s says %s of influenced rows', (effect, influence, expected) => {
  expect(influenceOf({ tag: 'pay', role: '*', effect, influence })).toBe(expected);
});

test('rows are withheld or warned of by the rule that hides the columns from the roles', () => {
  const hidden = rule('pay', '*', 'deny');
  const masked = rule('pii', '*', 'mask');
  const rules = [hidden, masked, rule('pay', 'hr', 'allow')];
  const decide = (...roles: string[]) => decideInfluence(['pay', 'pii', 'other'], new Set(roles), rules);
  expect(decide('editor')).toEqual({ withheldBy: [hidden], warnedBy: [masked] });
  expect(decide('hr')).toEqual({ withheldBy: [], warnedBy: [masked] });
});

test('with two roles of the same effect, the one that withholds rows decides', () => {
  const lenient: PolicyRule = { ...rule('pay', 'a', 'deny'), influence: 'allow' };
  const strict: PolicyRule = { ...rule('pay', 'b', 'deny'), influence: 'deny' };
  expect(decideInfluence(['pay'], new Set(['a', 'b']), [lenient, strict]).withheldBy).toEqual([strict]);
});
