import { sql } from 'kysely';
import { blobReferences } from './blob-references.js';
import type { Catalog } from './catalog.js';
import type { Db } from './db.js';

/**
 * Records a blob before it is stored, so that one that nothing ever refers to can be found. Writing the same bytes
 * again clears their release.
 */
export async function recordBlob(
  { db }: Catalog,
  { hash, size }: { hash: string; size: number },
  disposable: boolean,
): Promise<void> {
  await db
    .insertInto('blobs')
    .values({ hash, size, disposable: disposable ? 1 : 0, written_at: new Date().toISOString() })
    .onConflict((oc) =>
      oc.column('hash').doUpdateSet({
        size: sql`excluded.size`,
        disposable: sql`blobs.disposable * excluded.disposable`,
        written_at: sql`excluded.written_at`,
        released_at: null,
      }),
    )
    .execute();
}

/** Those of the given blobs that the catalog refers to. */
export async function referencedBlobs(db: Db, hashes: string[]): Promise<Set<string>> {
  const referred = new Set<string>();
  if (hashes.length === 0) return referred;
  for (const { table, column, condition } of blobReferences) {
    const { rows } = await sql<{ hash: string }>`
      select distinct ${sql.ref(column)} as hash from ${sql.table(table)}
      where ${sql.ref(column)} in (${sql.join(hashes)}) and ${sql.raw(condition)}`.execute(db);
    for (const { hash } of rows) referred.add(hash);
  }
  return referred;
}

/** Every blob that the catalog refers to, page by page; a blob can appear more than once. */
export async function* allReferencedBlobs(db: Db): AsyncGenerator<string[]> {
  for (const { table, column, condition } of blobReferences) {
    let after = '';
    for (;;) {
      const { rows } = await sql<{ hash: string }>`
        select distinct ${sql.ref(column)} as hash from ${sql.table(table)}
        where ${sql.ref(column)} > ${after} and ${sql.raw(condition)}
        order by 1 limit ${PAGE}`.execute(db);
      if (rows.length === 0) break;
      yield rows.map(({ hash }) => hash);
      after = rows.at(-1)?.hash ?? '';
    }
  }
}

const PAGE = 500;

/**
 * How many bytes workbooks store in files, tables and their earlier versions; the same bytes count once in each workbook.
 * Results and files that wait to be read are not counted.
 */
export async function storedBytes(db: Db, workbookIds: readonly string[]): Promise<number> {
  const references = blobReferences.flatMap(({ table, column, belongsTo }) =>
    belongsTo
      ? sql`
          select parent.workbook_id, ref.${sql.ref(column)} as hash
          from ${sql.table(belongsTo.table)} parent
          join ${sql.table(table)} ref on ref.${sql.ref(belongsTo.column)} = parent.id
          where parent.workbook_id in (${sql.join(workbookIds)})`
      : [],
  );
  const { rows } = await sql<{ bytes: number | string | null }>`
    select sum(blobs.size) as bytes
    from (${sql.join(references, sql` union `)}) kept
    join blobs on blobs.hash = kept.hash
  `.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
