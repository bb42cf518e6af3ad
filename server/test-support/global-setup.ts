import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADDRESS, type OnDemand } from './on-demand.js';
import { collectTemporaryFiles } from './temporary-files.js';

export interface Started<Value> {
  value: Value;
  stop?(): Promise<void>;
}

/** Loaded when they are first asked for, because most of them load half of the service. */
const starters: { [Name in keyof OnDemand]: () => Promise<Started<OnDemand[Name]>> } = {
  sqliteTemplate: async () => (await import('./migrated-databases.js')).migrateSqlite(),
  postgresUrl: async () => (await import('./postgres.js')).startPostgres(),
  postgresTemplate: async () => (await import('./migrated-databases.js')).migratePostgres(),
  pythonSnapshots: async () => (await import('./python-snapshots.js')).preparePython(),
  serviceUrl: async () => (await import('../../test/support/serve.js')).serve(),
  console: async () => (await import('../../console/test-support/serve-console.js')).serveConsole(),
};

/** Answers what test files ask for by `onDemand`, starting each once, and stops all of it when the run ends. */
export default async function setUp(): Promise<() => Promise<void>> {
  collectTemporaryFiles();
  const values = new Map<string, Promise<unknown>>();
  const stops: (() => Promise<void>)[] = [];
  const start = async (name: keyof OnDemand): Promise<unknown> => {
    const { value, stop } = await starters[name]();
    if (stop) stops.push(stop);
    return value;
  };

  const server = createServer(async (request, response) => {
    try {
      const name = request.url?.slice(1) as keyof OnDemand;
      const value = values.get(name) ?? start(name);
      values.set(name, value);
      response.end(JSON.stringify(await value));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return async () => {
    server.close();
    server.closeAllConnections();
    await Promise.allSettled(values.values());
    for (const stop of stops.reverse()) await stop();
  };
}
