import type { BlobHash, Schema } from './schema.js';

/** `table.column` of every column of the schema whose type says that it refers to a blob. */
type BlobColumn = {
  [Table in keyof Schema]: {
    [Column in keyof Schema[Table]]: BlobHash extends Schema[Table][Column]
      ? `${Table}.${Column & string}`
      : never;
  }[keyof Schema[Table]];
}[keyof Schema];

interface Reference {
  /** The SQL condition under which a row keeps its blob. */
  condition: string;
  /** The column that leads to a record with a `workbook_id`; absent if the blob is kept only until it is used. */
  belongsTo?: { column: string; table: 'sources' | 'file_links' | 'all_tables' | 'branches' };
}

const always = (column: string, table: NonNullable<Reference['belongsTo']>['table']): Reference => ({
  condition: '1 = 1',
  belongsTo: { column, table },
});

/** Blobs without a reference in one of these columns are swept; a column that is missing here is a compile error. */
const references: Record<BlobColumn, Reference> = {
  'sources.blob_hash': always('id', 'sources'),
  'source_revisions.blob_hash': always('source_id', 'sources'),
  'file_link_versions.blob_hash': always('link_id', 'file_links'),
  'table_landings.blob_hash': always('table_id', 'all_tables'),
  'table_segments.blob_hash': always('table_id', 'all_tables'),
  'segment_files.blob_hash': always('table_id', 'all_tables'),
  'branch_bases.blob_hash': always('branch_id', 'branches'),
  'structured_tables.provenance_hash': always('table_id', 'all_tables'),
  'kept_landings.blob_hash': always('table_id', 'all_tables'),
  'kept_landings.provenance_hash': always('table_id', 'all_tables'),
  'upload_slots.blob_hash': { condition: "status = 'uploaded'" },
  'jobs.blob_hash': { condition: "status in ('pending', 'running')" },
  'results.blob_hash': { condition: '1 = 1' },
  'parquet_copy_files.blob_hash': { condition: '1 = 1' },
};

export const blobReferences = Object.entries(references).map(([place, reference]) => {
  const [table, column] = place.split('.') as [string, string];
  return { table, column, ...reference };
});
