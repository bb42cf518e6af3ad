import type { SelectQueryBuilder } from 'kysely';
import type { Tx } from '../../catalog/db.js';
import type { Schema } from '../../catalog/schema.js';

type CredentialQuery = SelectQueryBuilder<Schema, 'credentials', { id: string }>;

/** Revokes credentials and what they minted. Returns the ids of those that were not revoked before. */
export async function revokeFamilies(
  tx: Tx,
  choose: (credentials: CredentialQuery) => CredentialQuery,
  at: string,
): Promise<string[]> {
  const revoked = await tx
    .withRecursive('family', (cte) =>
      choose(cte.selectFrom('credentials').select('credentials.id')).union(
        cte
          .selectFrom('credentials')
          .innerJoin('family', 'family.id', 'credentials.created_by')
          .select('credentials.id'),
      ),
    )
    .updateTable('credentials')
    .set({ revoked_at: at })
    .where('id', 'in', (eb) => eb.selectFrom('family').select('family.id'))
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return revoked.map((row) => row.id);
}
