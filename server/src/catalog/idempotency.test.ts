import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { findAnswer, insertAnswer } from './idempotency.js';
import { openCatalog } from './open-catalog.js';
import { violatedKey } from './unique-keys.js';

describeEachDatabase('a stored answer', (database) => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());

  const keep = (key: string, answer: string, now: string, credentialId = 'tok_1') =>
    catalog.transaction((tx) =>
      insertAnswer(tx, { credentialId, key, requestHash: 'h', answer, now, expiresAt: `${now}T12` }),
    );
  const find = (key: string, now: string, credentialId = 'tok_1') =>
    findAnswer(catalog.db, credentialId, key, now);

  test('is found until it expires', async () => {
    await keep('a', 'first', '2026-01-01');
    expect(await find('a', '2026-01-01T11')).toEqual({ requestHash: 'h', answer: 'first' });
    expect(await find('a', '2026-01-01T12')).toBeUndefined();
  });

  test('can be replaced once it has expired, not before', async () => {
    await keep('b', 'first', '2026-01-01');
    const early = await keep('b', 'second', '2026-01-01').catch((error: unknown) => error);
    expect(violatedKey(early)).toBe('idempotency_answers_pk');
    await keep('b', 'second', '2026-01-02');
    expect(await find('b', '2026-01-02T01')).toMatchObject({ answer: 'second' });
  });

  test('belongs to one credential', async () => {
    await keep('c', 'mine', '2026-01-01', 'tok_1');
    await keep('c', 'yours', '2026-01-01', 'tok_2');
    expect(await find('c', '2026-01-01T01', 'tok_2')).toMatchObject({ answer: 'yours' });
    expect(await find('c', '2026-01-01T01', 'tok_3')).toBeUndefined();
  });
});
