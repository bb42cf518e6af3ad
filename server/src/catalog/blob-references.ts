import type { BlobHash, Schema } from './schema.js';

/** `table.column` of every column of the schema whose type says that it refers to a blob. */
type BlobColumn = {
  [Table in keyof Schema]: {
    [Column in keyof Schema[Table]]: BlobHash extends Schema[Table][Column]
      ? `${Table}.${Column & string}`
      : never;
  }[keyof Schema[Table]];
}[keyof Schema];

const ALWAYS = '1 = 1';

/**
 * The SQL condition under which a row keeps its blob. Blobs without a reference in one of these columns are swept; a
 * column that is missing here is a compile error.
 */
const conditions: Record<BlobColumn, string> = {
  'sources.blob_hash': ALWAYS,
  'source_revisions.blob_hash': ALWAYS,
  'file_link_versions.blob_hash': ALWAYS,
  'table_landings.blob_hash': ALWAYS,
  'table_segments.blob_hash': ALWAYS,
  'branch_bases.blob_hash': ALWAYS,
  'structured_tables.provenance_hash': ALWAYS,
  'upload_slots.blob_hash': "status = 'uploaded'",
  'jobs.blob_hash': "status in ('pending', 'running')",
  'results.blob_hash': ALWAYS,
};

export const blobReferences = Object.entries(conditions).map(([place, condition]) => {
  const [table, column] = place.split('.') as [string, string];
  return { table, column, condition };
});
