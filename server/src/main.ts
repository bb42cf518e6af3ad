import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from './config.js';
import { Outage } from './core/outage.js';
import { StartupError } from './core/startup-error.js';
import { registerDeltaSharing } from './delta-sharing/register-delta-sharing.js';
import { defaultConnectionBounds } from './http/connections.js';
import { createServer } from './http/server.js';
import { createLog, type Log } from './log.js';
import { registerMcp } from './mcp/register-mcp.js';
import { registerOData } from './odata/register-odata.js';
import { openService } from './open-service.js';
import { makeFilesPrivate } from './private-files.js';
import { wantsTelemetry } from './telemetry/wants-telemetry.js';

const SHUTDOWN_MS = 30_000;
/** The first requests come first. */
const PREPARE_AFTER_MS = 10_000;
const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url));

async function main(): Promise<void> {
  makeFilesPrivate();
  const startedAt = performance.now();
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  logWarnings(log);
  const wanted = wantsTelemetry(process.env);
  const telemetry =
    wanted.traces || wanted.metrics
      ? (await import('./telemetry/open-telemetry.js')).openTelemetry(wanted, log)
      : undefined;
  const service = await openService(config, log);
  const app = await createServer(service, {
    mount: (server, ...shared) => {
      registerMcp(server, service);
      registerOData(server, ...shared);
      registerDeltaSharing(server, ...shared);
    },
    consoleFolder,
    connections: { ...defaultConnectionBounds, connections: config.maxConnections },
  });
  telemetry?.sendMetrics(service.metrics.registry);
  const address = await app.listen({ port: config.port, host: config.host });
  // Before anybody is told that the service is ready, and may end it at once.
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'shutting down');
    const giveUp = setTimeout(() => process.exit(1), SHUTDOWN_MS);
    giveUp.unref();
    await app.close();
    await service.close();
    await telemetry?.close();
    log.info('service stopped');
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('disconnect', () => void stop('the end of the supervisor'));

  const url = config.publicUrl ?? address;
  log.info(
    {
      version: createRequire(import.meta.url)('../package.json').version,
      node: process.version,
      catalog: service.catalog.kind,
      blobs: config.blobUrl ? 's3' : 'directory',
      address,
      ms: Math.round(performance.now() - startedAt),
    },
    'service started',
  );

  // For a person at the terminal, and in one piece for a program that waits for it; the only time that the password is
  // shown.
  const { firstOwner } = service;
  const greeting = [
    `Workbook Data Service is ready at ${url} (API: ${url}/docs)`,
    ...(firstOwner?.generatedPassword
      ? [`First start: sign in as ${firstOwner.email} with the password ${firstOwner.generatedPassword}`]
      : []),
  ];
  process.stdout.write(`\n${greeting.join('\n')}\n\n`);

  // The supervisor waits for this; the service stops when the supervisor does.
  process.send?.('ready');
  setTimeout(() => service.python.prepare(), PREPARE_AFTER_MS).unref();
}

/** Node writes its own warnings and those of libraries as plain text, which a reader of JSON lines cannot parse. */
function logWarnings(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node or a library'));
}

/** Mistakes that the operator can fix need no stack trace. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartupError) return error.message;
  if (error instanceof Outage) return `${error.detail} (${error.cause})`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`The service cannot start.\n${explain(error)}\n`);
  process.exit(1);
});
