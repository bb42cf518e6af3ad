import { PostgresDialect } from 'kysely';

const INT8 = 20;

/** The driver is loaded only where PostgreSQL is used. Counts and row ids stay below 2^53, so int8 reads as a number. */
export async function postgresDialect(url: string): Promise<PostgresDialect> {
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  return new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 20, types }) });
}
