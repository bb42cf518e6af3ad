/**
 * The unique keys whose violation callers handle: by the name of the constraint, which PostgreSQL reports, the columns,
 * which SQLite reports.
 */
export const uniqueKeys = {
  users_email_key: ['users', ['email']],
  user_identities_pk: ['user_identities', ['issuer', 'subject']],
  passkeys_credential_unique: ['passkeys', ['credential_id']],
  sources_content_unique: ['sources', ['workbook_id', 'blob_hash']],
  tables_name_unique: ['all_tables', ['workbook_id', 'name_key']],
  transforms_by_name: ['transforms', ['workbook_id', 'name_key']],
  sheets_name_unique: ['sheets', ['workbook_id', 'name_key']],
  charts_name_unique: ['charts', ['workbook_id', 'name_key']],
  snapshot_labels_pk: ['snapshot_labels', ['workbook_id', 'label']],
  idempotency_answers_pk: ['idempotency_answers', ['credential_id', 'key']],
} as const satisfies Record<string, readonly [table: string, columns: readonly string[]]>;

type UniqueKey = keyof typeof uniqueKeys;

const keysInSqlite = new Map(
  Object.entries(uniqueKeys).map(([key, [table, columns]]) => [
    columns.map((column) => `${table}.${column}`).join(', '),
    key as UniqueKey,
  ]),
);

/** Which of these keys a failed write violated. */
export function violatedKey(error: unknown): UniqueKey | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('constraint' in error && 'code' in error && error.code === '23505') {
    // Citus adds the number of a shard.
    const key = String(error.constraint).replace(/_\d+$/, '');
    return Object.hasOwn(uniqueKeys, key) ? (key as UniqueKey) : undefined;
  }
  return keysInSqlite.get(/UNIQUE constraint failed: (.*)$/.exec(error.message)?.[1] ?? '');
}

/** Whether a write failed because it refers to a deleted row, or deletes one that others refer to. */
export function violatesReference(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === '23503') || error.message.includes('FOREIGN KEY constraint failed')
  );
}
