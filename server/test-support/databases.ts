import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, inject } from 'vitest';

/** The key of every node on a PostgreSQL database of the tests. */
export const testSecretKey = 'c4'.repeat(32);

/** An empty database for a catalog, as configuration. */
export interface FreshDatabase {
  dataDir: string;
  databaseUrl: string | undefined;
}

export interface TestDatabase {
  kind: 'sqlite' | 'postgres';
  /** A new one with each call; deleted when the suite ends. */
  fresh(): Promise<FreshDatabase>;
}

const kinds: readonly TestDatabase['kind'][] = ['sqlite', 'postgres'];

/** Runs one suite on SQLite and on a real PostgreSQL server. */
export function describeEachDatabase(name: string, suite: (database: TestDatabase) => void): void {
  for (const kind of kinds) describeDatabase(kind, name, suite);
}

export function describeDatabase(
  kind: TestDatabase['kind'],
  name: string,
  suite: (database: TestDatabase) => void,
): void {
  describe(`${name} on ${kind}`, () => {
    const cleanUps: (() => Promise<unknown>)[] = [];
    afterAll(async () => {
      for (const cleanUp of cleanUps.reverse()) await cleanUp();
    });

    suite({
      kind,
      async fresh() {
        const dataDir = await mkdtemp(join(tmpdir(), 'test-data-'));
        cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
        if (kind === 'sqlite') return { dataDir, databaseUrl: undefined };

        const name = `t_${randomBytes(8).toString('hex')}`;
        await onServer(`create database ${name}`);
        // With force: a suite may end while its pool still has connections.
        cleanUps.push(() => onServer(`drop database if exists ${name} with (force)`));
        const url = new URL(inject('postgresUrl'));
        url.pathname = name;
        return { dataDir, databaseUrl: url.href };
      },
    });
  });
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
