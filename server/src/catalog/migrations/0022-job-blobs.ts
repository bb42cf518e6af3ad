import type { Kysely } from 'kysely';

interface Jobs {
  jobs: { id: string; status: string; input: string; blob_hash: string | null };
}

/** A pending job refers to the file that it will read in its own column. */
export async function up(db: Kysely<Jobs>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('blob_hash', 'text').execute();
  const waiting = await db
    .selectFrom('jobs')
    .select(['id', 'input'])
    .where('status', 'in', ['pending', 'running'])
    .execute();
  for (const { id, input } of waiting) {
    const { file } = JSON.parse(input) as { file?: string | { blob?: { hash?: string } } };
    const blob_hash = typeof file === 'object' ? file.blob?.hash : file;
    if (blob_hash) await db.updateTable('jobs').set({ blob_hash }).where('id', '=', id).execute();
  }
}
