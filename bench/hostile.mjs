// The effect of attacks on other users of a running service: for each, the longest wait for /healthz and the
// peak memory.
import { largeCatalogs } from './hostile/large-catalogs.mjs';
import { largeRequests } from './hostile/large-requests.mjs';
import { neighbours } from './hostile/neighbours.mjs';
import { slowClients } from './hostile/slow-clients.mjs';
import { openWorld } from './hostile/world.mjs';
import { printTable } from './support/measure.mjs';
import { startService } from './support/service.mjs';
import { ServiceWatch } from './support/watch-service.mjs';

const GOAL_MS = 200;
const GOAL_MB = 1024;
const wanted = process.env.ATTACK;

/** @typedef {{ name: string, prepare?: (world: any) => any, attack: (world: any, prepared?: any) => any }} Attack */

const lines = [];
for (const group of /** @type {Attack[][]} */ ([largeRequests, slowClients, neighbours, largeCatalogs])) {
  for (const { name, prepare, attack } of group.filter((each) => !wanted || each.name.includes(wanted))) {
    // A fresh service for each, so that none inherits another's memory.
    const service = await startService({ SVC_QUERY_TIMEOUT_MS: '5000', SVC_OPEN_REGISTRATION: 'true' });
    const watch = new ServiceWatch(service);
    try {
      const world = await openWorld(service.url);
      const prepared = await prepare?.(world);
      const seen = await watch.during(() => attack(world, prepared));
      lines.push([
        name,
        `${seen.outcome}`,
        `${seen.longestMs.toFixed(0)} ms`,
        seen.longestMs <= GOAL_MS && seen.failed === 0 ? 'yes' : 'no',
        `${seen.serviceMb.toFixed(0)} MB`,
        seen.serviceMb <= GOAL_MB ? 'yes' : 'no',
        `${(seen.tookMs / 1000).toFixed(1)} s`,
      ]);
      console.log(lines.at(-1).join(' | '));
    } finally {
      await watch.stop();
      await service.stop();
    }
  }
}
printTable(
  'Attacks on a running service',
  [
    'attack',
    'answered',
    'longest wait of /healthz',
    `within ${GOAL_MS} ms`,
    'highest memory of the service process',
    `within ${GOAL_MB} MB`,
    'took',
  ],
  lines,
);
