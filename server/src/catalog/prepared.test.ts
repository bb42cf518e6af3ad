import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { prepared } from './prepared.js';
import type { Schema } from './schema.js';

const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new SqliteIntrospector(of),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** A statement that counts how often it is built. */
function counted() {
  let built = 0;
  const editsOf = prepared(
    (on, edits: { tableId: string; version: number | undefined; rowIds: number[] }) => {
      built++;
      return on
        .selectFrom('row_edits')
        .select('row_id')
        .where('table_id', '=', edits.tableId)
        .where('row_id', 'in', edits.rowIds)
        .where('kind', '=', 'update')
        .$if(edits.version !== undefined, (query) => query.where('version', '=', edits.version as number));
    },
  );
  return { editsOf, built: () => built };
}

test('a statement is built once for values of one shape', () => {
  const { editsOf, built } = counted();
  const first = editsOf(db, { tableId: 'a', version: undefined, rowIds: [1, 2] }).compile();
  const second = editsOf(db, { tableId: 'b', version: undefined, rowIds: [3, 4] }).compile();
  expect(first.parameters).toEqual(['a', 1, 2, 'update']);
  expect(second.parameters).toEqual(['b', 3, 4, 'update']);
  expect(second.sql).toBe(first.sql);
  expect(built()).toBe(1);
});

test('lists of other lengths and values that are absent make other statements', () => {
  const { editsOf, built } = counted();
  const texts = [
    editsOf(db, { tableId: 'a', version: undefined, rowIds: [1] }),
    editsOf(db, { tableId: 'a', version: undefined, rowIds: [1, 2] }),
    editsOf(db, { tableId: 'a', version: 7, rowIds: [1] }),
  ].map((statement) => statement.compile());
  expect(new Set(texts.map(({ sql }) => sql)).size).toBe(3);
  expect(texts[2]?.parameters).toEqual(['a', 1, 'update', 7]);
  expect(built()).toBe(3);
});

test('values of other names make other statements', () => {
  const find = prepared((on, by: { id?: string; email?: string }) => {
    const [[name, value] = []] = Object.entries(by) as ['id' | 'email', string][];
    return on
      .selectFrom('users')
      .select('id')
      .where(name ?? 'id', '=', value ?? '');
  });
  expect(find(db, { id: 'u' }).compile().sql).toContain('"id" =');
  expect(find(db, { email: 'u' }).compile().sql).toContain('"email" =');
});

test('the members of listed rows are filled in', () => {
  const insert = prepared((on, { rows }: { rows: { table_id: string; input_id: string }[] }) =>
    on.insertInto('table_inputs').values(rows),
  );
  const inputs = (...ids: string[]) => ({ rows: ids.map((id) => ({ table_id: id, input_id: `of ${id}` })) });
  expect(insert(db, inputs('a', 'b')).compile().parameters).toEqual(['a', 'of a', 'b', 'of b']);
  expect(insert(db, inputs('c', 'd')).compile().parameters).toEqual(['c', 'of c', 'd', 'of d']);
});
