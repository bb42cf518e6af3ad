import { inWordsOf, say } from '@workbook-data-service/contract/messages';
import { namedOperations } from '@workbook-data-service/contract/messages/edge';
import { expect, test } from 'vitest';
import { endpoints } from '../http/endpoints.js';
import { leanSchema } from './lean-schema.js';
import { toolEdge, toolNames } from './tool-edge.js';
import { tools } from './tools.js';

test.each([
  [say('fix-tables'), '`list_tables` lists the tables of the workbook.'],
  [say('fix-spec-absent', { source: 'Q1 report.xlsx' }), '`analyze` proposes one.'],
  [say('fix-row-values'), 'Send values of the column types; `describe_table` describes a row.'],
  [say('fix-freeze-formula'), 'Freeze the formula first: PUT …/formulas of the HTTP API with formula: null.'],
])('$text', (message, expected) => {
  expect(inWordsOf(toolEdge, message)).toBe(expected);
});

test('what a message names by an operation is called as the HTTP API calls it', () => {
  expect(say('fix-spec-absent', { source: 'Q1 report.xlsx' }).text).toBe(
    'POST …/sources/Q1%20report.xlsx/analyze proposes one.',
  );
  const wrong = Object.entries(namedOperations).filter(([id, words]) => {
    const endpoint = endpoints.find((one) => one.id === id);
    const [method, path = ''] = words.split(' ');
    const open = (text: string) => text.replaceAll(/\{[\w,]+\}|:\w+/g, '{}');
    return (
      endpoint?.method !== method ||
      !open(endpoint?.path.replace('{tables,artifacts}', 'tables') ?? '').endsWith(
        open(path.replace('…', '')),
      )
    );
  });
  expect(wrong).toEqual([]);
});

test('every tool that a message names exists', () => {
  const named = Object.values(toolNames).map((words) => words.match(/[a-z_]+/)?.[0]);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
});

test('the inputs of tools name no endpoint that a tool stands for', () => {
  const described = JSON.stringify(tools.map(({ input }) => leanSchema(input, 'input')));
  const endpointsNamed = described.match(/(?:GET|POST|PUT|PATCH|DELETE) …[^"]*/g) ?? [];
  expect(endpointsNamed.filter((text) => !text.includes('of the HTTP API'))).toEqual([]);
});
