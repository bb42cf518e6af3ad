import { expect, test } from 'vitest';
import { describeDatabase } from '../../../test-support/databases.js';
import { openCatalog } from '../../catalog/open-catalog.js';
import { provisionOwner } from './provision-owner.js';

describeDatabase('postgres', 'provisioning the owner', (database) => {
  test('when nodes start together on an empty database, one creates the owner and all start', async () => {
    const place = await database.fresh();
    const nodes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const catalog = await openCatalog(place);
        return { catalog, owner: await provisionOwner(catalog, undefined) };
      }),
    );
    expect(nodes.filter(({ owner }) => owner?.generatedPassword !== undefined)).toHaveLength(1);
    const users = await nodes[0]?.catalog.db.selectFrom('users').select('email').execute();
    expect(users).toEqual([{ email: 'owner@localhost' }]);
    for (const { catalog } of nodes) await catalog.close();
  });
});
