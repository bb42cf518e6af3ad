import { Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { expect, expectTypeOf, test } from 'vitest';
import { created, ok } from '../present/answer.js';
import { endpoint } from './endpoint.js';

const described = {
  id: 'count',
  method: 'GET',
  path: '/api/v1/count',
  summary: 'A number',
  tag: 'Test',
  access: { to: 'anyone' },
  answers: { 200: Type.Object({ count: Type.Integer() }) },
} as const;

test('the compiler refuses an answer that the endpoint does not declare', () => {
  const run = async () => 1;
  endpoint({ ...described, run, present: (count) => ok({ count }) });
  // @ts-expect-error: the count is a number
  endpoint({ ...described, run, present: (count) => ok({ count: String(count) }) });
  // @ts-expect-error: the count is missing
  endpoint({ ...described, run, present: () => ok({}) });
  // @ts-expect-error: no such status is declared
  endpoint({ ...described, run, present: (count) => created({ count }) });
});

test('fields with a default are always present in the handler, and optional in the request', () => {
  const body = strictObject({
    size: withDefault(Type.Integer(), 10),
    parts: Type.Array(strictObject({ name: withDefault(Type.String(), 'a') })),
    note: Type.Optional(Type.String()),
  });
  endpoint({
    ...described,
    body,
    run: async ({ body: received }) => {
      expectTypeOf(received.size).toEqualTypeOf<number>();
      expectTypeOf(received.parts[0]?.name).toEqualTypeOf<string | undefined>();
      expectTypeOf(received.parts.map(({ name }) => name)).toEqualTypeOf<string[]>();
      expectTypeOf(received.note).toEqualTypeOf<string | undefined>();
      return received.size;
    },
    present: (count) => ok({ count }),
  });
  expect(body.required).toEqual(['parts']);
});
