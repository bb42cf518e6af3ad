import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachDatabase } from '../../test-support/databases.js';
import { beginFlow, takeFlow } from './authorization-flows.js';
import type { Catalog } from './catalog.js';
import { openCatalog } from './open-catalog.js';

describeEachDatabase('a flow through another site', (database) => {
  let catalog: Catalog;
  beforeEach(async () => {
    catalog = await openCatalog(await database.fresh());
    await catalog.db
      .insertInto('users')
      .values({ id: 'usr_1', email: 'a@example.com', name: null, password_hash: '', created_at: '' })
      .execute();
  });
  afterEach(() => catalog.close());

  const drive = { provider: 'google_drive', userId: 'usr_1', secrets: { verifier: 'v3rifier' } } as const;
  const stored = () => catalog.db.selectFrom('authorization_flows').selectAll().execute();

  test('is taken once, by its state, with what was stored', async () => {
    const state = await beginFlow(catalog, drive);
    expect(await takeFlow(catalog, 'google_drive', state)).toEqual(drive);
    expect(await takeFlow(catalog, 'google_drive', state)).toBeUndefined();
  });

  test('is spent by the callback of another provider', async () => {
    const state = await beginFlow(catalog, drive);
    expect(await takeFlow(catalog, 'microsoft', state)).toBeUndefined();
    expect(await takeFlow(catalog, 'google_drive', state)).toBeUndefined();
  });

  test('ends when it expires, and is deleted with the next one', async () => {
    const state = await beginFlow(catalog, drive);
    await catalog.db.updateTable('authorization_flows').set({ expires_at: '2020-01-01T00:00:00Z' }).execute();
    await beginFlow(catalog, { provider: 'oidc', userId: null, secrets: {} });
    expect((await stored()).map(({ provider }) => provider)).toEqual(['oidc']);
    expect(await takeFlow(catalog, 'google_drive', state)).toBeUndefined();
  });

  test('is stored without its state and secrets', async () => {
    const state = await beginFlow(catalog, drive);
    const text = JSON.stringify(await stored());
    expect(text).not.toContain(state);
    expect(text).not.toContain('v3rifier');
  });

  test('is one of few that a user has open', async () => {
    for (let i = 0; i < 12; i++) await beginFlow(catalog, drive);
    await beginFlow(catalog, { ...drive, provider: 'microsoft' });
    expect(await stored()).toHaveLength(11);
  });
});
