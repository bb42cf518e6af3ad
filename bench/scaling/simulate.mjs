// What waits where as the load grows: a simulation of nodes, PostgreSQL and the locks of workbooks with the measured costs.
// `node bench/scaling/simulate.mjs [--workbooks=1e6 …]`, see load.mjs for the names.
import { readFileSync } from 'node:fs';
import { printTable } from '../support/measure.mjs';
import { callsPerSecond, load, writes } from './load.mjs';
import { Clock, Servers } from './queues.mjs';

const { costs } = JSON.parse(readFileSync(new URL('costs.json', import.meta.url), 'utf8'));
const SECONDS = 10;
const WARM_UP_SECONDS = 2;
/** Round trips of a write between the lock of its workbook and its commit. */
const TRIPS_UNDER_LOCK = 2;

const rates = callsPerSecond();
const total = Object.values(rates).reduce((sum, rate) => sum + rate, 0);
const need = (cost) =>
  Object.entries(rates).reduce((sum, [kind, rate]) => sum + (rate * costs[kind][cost]) / 1000, 0) /
  load.busiest;
const nodeCount = Math.ceil(
  Math.max(need('node_ms'), (need('node_ms') + need('children_ms')) / load.coresPerNode),
);
const databaseCores = Math.ceil(need('postgres_ms'));

const lines = [];
for (const factor of [0.5, 1, 1.25, 1.5, 1.75]) {
  const { waits, latencies, busy } = await simulate(factor);
  const at = (kind, part) => `${percentile(latencies.get(kind) ?? [], part).toFixed(0)} ms`;
  const pair = (kind) => `${at(kind, 0.5)}, ${at(kind, 0.99)}`;
  lines.push([
    (total * factor).toLocaleString('en'),
    pair('page of 100 rows'),
    pair('SQL aggregate over 100,000 rows'),
    pair('upsert of 1 row'),
    ...['nodes', 'database'].map((name) => `${Math.round(busy[name] * 100)} %`),
    longest(waits),
  ]);
}
printTable(
  `${nodeCount} nodes, PostgreSQL with ${databaseCores} cores: median and 99th percentile`,
  ['requests a second', 'page', 'aggregate', 'upsert', 'nodes busy', 'PostgreSQL busy', 'waits longest for'],
  lines,
);

const lockMs = TRIPS_UNDER_LOCK * load.roundTripMs + costs['upsert of 1 row'].postgres_ms + load.commitMs;
console.log(
  `\nWrites to one workbook: at most ${Math.round(1000 / lockMs)} changes a second, ${lockMs.toFixed(1)} ms each.`,
);

async function simulate(factor) {
  const clock = new Clock();
  const nodes = Array.from({ length: nodeCount }, () => ({
    loop: new Servers(clock, 1),
    children: new Servers(clock, load.coresPerNode - 1),
    connections: new Servers(clock, load.connectionsPerNode),
  }));
  const database = new Servers(clock, databaseCores);
  const locks = new Map();
  const waits = { 'event loop': 0, children: 0, connection: 0, database: 0, 'lock of workbook': 0 };
  /** @type {Map<string, number[]>} */
  const latencies = new Map(Object.keys(rates).map((kind) => [kind, []]));

  /** Takes one of the servers for some time, and notes how long it had to wait for it. */
  const use = async (servers, name, ms) => {
    waits[name] += await servers.enter();
    await clock.pass(exponential(ms));
    servers.leave();
  };

  async function request(kind) {
    const begun = clock.now;
    const cost = costs[kind];
    const node = nodes[Math.floor(Math.random() * nodeCount)];
    await use(node.loop, 'event loop', cost.node_ms / 2);
    waits.connection += await node.connections.enter();
    if (writes(kind)) await write(cost);
    else {
      await clock.pass(cost.transactions * load.roundTripMs);
      await use(database, 'database', cost.postgres_ms);
    }
    node.connections.leave();
    if (cost.children_ms > 0) await use(node.children, 'children', cost.children_ms);
    await use(node.loop, 'event loop', cost.node_ms / 2);
    if (begun > WARM_UP_SECONDS * 1000) latencies.get(kind)?.push(clock.now - begun);
  }

  async function write(cost) {
    const workbook = popular();
    let lock = locks.get(workbook);
    if (!lock) {
      lock = new Servers(clock, 1);
      locks.set(workbook, lock);
    }
    await clock.pass((cost.transactions - TRIPS_UNDER_LOCK) * load.roundTripMs);
    waits['lock of workbook'] += await lock.enter();
    await use(database, 'database', cost.postgres_ms);
    await clock.pass(TRIPS_UNDER_LOCK * load.roundTripMs + load.commitMs);
    lock.leave();
  }

  for (const [kind, rate] of Object.entries(rates))
    clock.repeat(
      SECONDS * 1000,
      () => exponential(1000 / (rate * factor)),
      () => request(kind),
    );
  await clock.run(SECONDS * 1000);
  const busy = {
    nodes: nodes.reduce((sum, { loop }) => sum + loop.busyMs, 0) / nodeCount / clock.now,
    database: database.busyMs / databaseCores / clock.now,
  };
  return { waits, latencies, busy };
}

function exponential(mean) {
  return -Math.log(1 - Math.random()) * mean;
}

/** A workbook by Zipf's law: the most popular one is asked for twice as often as the second. */
function popular() {
  return Math.floor(load.workbooks ** Math.random());
}

function percentile(values, part) {
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}

function longest(waits) {
  const [name] = Object.entries(waits).sort(([, a], [, b]) => b - a)[0];
  return name;
}
