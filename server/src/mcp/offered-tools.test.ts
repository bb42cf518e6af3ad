import { expect, test } from 'vitest';
import { chosenTools, offeredTools } from './offered-tools.js';
import { toolGroups, tools } from './tools.js';

const credential = (...scopes: string[]) => ({ scopes }) as unknown as Parameters<typeof offeredTools>[0];
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);

test('every tool is in one group', () => {
  expect(new Set(namesOf(tools)).size).toBe(Object.values(toolGroups).flat().length);
});

test('a token is offered what its scopes allow', () => {
  const reading = offeredTools(credential('workbooks:read'), chosenTools(undefined));
  expect(namesOf(reading)).toContain('query');
  expect(reading.every(({ scope }) => scope === 'workbooks:read')).toBe(true);
  expect(namesOf(offeredTools(credential('workbooks:write'), chosenTools('')))).not.toContain(
    'restore_version',
  );
});

test('an address chooses groups and tools', () => {
  const offered = namesOf(offeredTools(credential('workbooks:write'), chosenTools('comments, export')));
  expect(offered).toEqual(['list_comments', 'add_comment', 'export'].sort((a, b) => order(a) - order(b)));
  expect(() => chosenTools('reed')).toThrow('There is no tool and no group of tools "reed".');
});

const order = (name: string) => namesOf(tools).indexOf(name);
