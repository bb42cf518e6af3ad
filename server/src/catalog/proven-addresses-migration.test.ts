import { expect, test } from 'vitest';
import { unmigratedSqlite } from '../../test-support/unmigrated-sqlite.js';
import { isTrusted } from './member-records.js';

const made = '2026-01-01T00:00:00.000Z';
const later = '2026-02-02T00:00:00.000Z';

/** The users of an earlier release: when they were linked to an identity, and how they count after the upgrade. */
const users = {
  'usr_1 whom the operator made': { linkedAt: null, provenBy: 'operator' },
  'usr_2 who registered or was invited': { linkedAt: null, provenBy: null },
  'usr_3 whom a provider made': { linkedAt: made, provenBy: 'oidc' },
  'usr_4 whom somebody made before a provider knew them': { linkedAt: later, provenBy: null },
} as const;

test('of the users of earlier releases those count as proven of whom it is known; all stay members', async () => {
  const { db, migrator } = await unmigratedSqlite();
  await migrator.migrateTo('0028-deleting-edits');
  const account = { id: 'acc_1', owner_user_id: 'usr_1', kind: 'default', name: 'Personal' } as const;
  const workspace = { id: 'ws_1', account_id: 'acc_1', name: 'Personal', kind: 'personal' } as const;
  for (const [text, { linkedAt }] of Object.entries(users)) {
    const id = text.split(' ')[0] as string;
    const user = { id, email: `${id}@example.com`, name: null, password_hash: null, created_at: made };
    await db.insertInto('users').values(user).execute();
    if (id === 'usr_1') {
      await db
        .insertInto('accounts')
        .values({ ...account, created_at: made })
        .execute();
      await db
        .insertInto('workspaces')
        .values({ ...workspace, residency: null, created_at: made })
        .execute();
    }
    await db
      .insertInto('workspace_members')
      .values({ workspace_id: 'ws_1', user_id: id, base_role: 'editor', custom_roles: '[]' })
      .execute();
    if (linkedAt)
      await db
        .insertInto('user_identities')
        .values({ issuer: 'https://issuer.example.com', subject: id, user_id: id, created_at: linkedAt })
        .execute();
  }
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const found = await db.selectFrom('users').select(['id', 'proven_by', 'proven_at']).orderBy('id').execute();
  expect(found).toEqual(
    Object.entries(users).map(([text, { provenBy }]) => ({
      id: text.split(' ')[0],
      proven_by: provenBy,
      proven_at: provenBy && made,
    })),
  );
  const members = await db.selectFrom('workspace_members').select('user_id').execute();
  expect(members).toHaveLength(4);
  const trusted = await Promise.all(found.map(({ id }) => isTrusted(db, { accountId: 'acc_1', userId: id })));
  expect(trusted).toEqual([true, false, true, false]);
});
