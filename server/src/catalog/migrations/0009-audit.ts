import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Schema } from '../schema.js';

/**
 * The verified part of a chain need not be verified again at each read. If any client changes an entry, triggers reset
 * the checkpoint, so that the next read finds the change; appending costs nothing more.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  for (const column of ['verified_length', 'rechecked_length', 'disturbances'])
    await db.schema
      .alterTable('audit_chains')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable('audit_chains').addColumn('verified_hash', 'text').execute();
  const statements =
    db.getExecutor().adapter instanceof PostgresAdapter ? postgresTriggers : sqliteTriggers();
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const distrust = `update audit_chains
  set verified_length = 0, rechecked_length = 0, disturbances = disturbances + 1`;

/** An `insert or replace` fires no delete trigger, so inserts into the verified part count as well. */
function sqliteTriggers(): string[] {
  const trigger = (event: string, chains: string) =>
    `create trigger audit_entry_${event} after ${event} on audit_entries begin ${distrust} where ${chains}; end`;
  return [
    trigger('update', 'chain in (old.chain, new.chain)'),
    trigger('delete', 'chain = old.chain'),
    trigger('insert', 'chain = new.chain and verified_length >= new.seq'),
  ];
}

const postgresTriggers = [
  `create function audit_entries_disturbed() returns trigger language plpgsql as $$
  begin
    ${distrust} where tg_op = 'TRUNCATE' or chain in (old.chain, new.chain);
    return null;
  end $$`,
  `create trigger audit_entry_changed after update or delete on audit_entries
    for each row execute function audit_entries_disturbed()`,
  `create trigger audit_entry_put_before after insert on audit_entries
    for each row when (new.seq < 1) execute function audit_entries_disturbed()`,
  `create trigger audit_entries_emptied after truncate on audit_entries
    for each statement execute function audit_entries_disturbed()`,
];
