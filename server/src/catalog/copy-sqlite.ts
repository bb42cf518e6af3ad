import { backup, DatabaseSync } from '@photostructure/sqlite';
import type { Db } from './db.js';
import { openDb } from './open-catalog.js';
import { sqliteDialect } from './sqlite.js';

/**
 * Copies a SQLite database as it is at one moment, while another process may write to it. In one step: between steps,
 * every write of that process would begin the copy anew.
 */
export async function copySqlite(path: string, copy: string): Promise<void> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  try {
    await backup(database, copy, { rate: -1 });
  } finally {
    database.close();
  }
}

/** Opens a copy as it is, without migrating it. */
export function openCopy(path: string): Db {
  return openDb(sqliteDialect(path));
}
