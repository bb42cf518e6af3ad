import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../test-support/databases.js';
import { blobReferences } from './blob-references.js';
import type { Catalog } from './catalog.js';
import { openCatalog } from './open-catalog.js';

/** Columns with hashes that do not refer to a blob, and the record of the blob itself. */
const others = [
  'users.password_hash',
  'credentials.secret_hash',
  'invitations.token_hash',
  'mailed_links.token_hash',
  'recovery_codes.code_hash',
  'audit_chains.head_hash',
  'audit_chains.verified_hash',
  'audit_entries.prev_hash',
  'audit_entries.hash',
  'authorization_flows.state_hash',
  'blobs.hash',
  'idempotency_answers.request_hash',
  'model_answers.question_hash',
  'oauth_clients.secret_hash',
  'oauth_records.id_hash',
  'oauth_records.user_code_hash',
  'page_links.token_hash',
  'page_links.password_hash',
];

describeEachDatabase('a column that contains a hash', (database) => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());

  test('keeps its blob from being swept, or is listed as not referring to one', async () => {
    const tables = await catalog.db.introspection.getTables();
    const hashes = tables.flatMap(({ name, columns }) =>
      columns.filter((column) => /hash$/.test(column.name)).map((column) => `${name}.${column.name}`),
    );
    const known = [...blobReferences.map(({ table, column }) => `${table}.${column}`), ...others];
    expect(hashes.sort()).toEqual(known.sort());
  });
});
