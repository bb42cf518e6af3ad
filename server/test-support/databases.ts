import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { databaseOn, newMigratedDirectory, onServer } from './migrated-databases.js';
import { onDemand } from './on-demand.js';

/** The key of every node on a PostgreSQL database of the tests. */
export const testSecretKey = 'c4'.repeat(32);

/** A database without content for a catalog, as configuration. */
export interface FreshDatabase {
  dataDir: string;
  databaseUrl: string | undefined;
}

export interface TestDatabase {
  kind: 'sqlite' | 'postgres';
  /** A new one of the newest schema with each call; deleted when the suite ends. */
  fresh(): Promise<FreshDatabase>;
  /** The same without a schema. */
  empty(): Promise<FreshDatabase>;
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

    const onPostgres = async (settings: string): Promise<string> => {
      const server = await onDemand('postgresUrl');
      const name = `t_${randomBytes(8).toString('hex')}`;
      await onServer(server, `create database ${name} ${settings}`);
      // With force: a suite may end while its pool still has connections.
      cleanUps.push(() => onServer(server, `drop database if exists ${name} with (force)`));
      return databaseOn(server, name);
    };
    const temporary = async (made: Promise<string>): Promise<string> => {
      const dataDir = await made;
      cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
      return dataDir;
    };

    suite({
      kind,
      async fresh() {
        if (kind === 'sqlite')
          return { dataDir: await temporary(newMigratedDirectory('test-data-')), databaseUrl: undefined };
        const template = await onDemand('postgresTemplate');
        const dataDir = await temporary(mkdtemp(join(tmpdir(), 'test-data-')));
        return { dataDir, databaseUrl: await onPostgres(`template ${template}`) };
      },
      async empty() {
        const dataDir = await temporary(mkdtemp(join(tmpdir(), 'test-data-')));
        return { dataDir, databaseUrl: kind === 'sqlite' ? undefined : await onPostgres('') };
      },
    });
  });
}
