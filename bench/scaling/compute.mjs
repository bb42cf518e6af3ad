// What a load takes of nodes, PostgreSQL and S3, from the measured costs of single calls: the tables of docs/scaling.md.
// `node bench/scaling/compute.mjs [--workbooks=1e6 …]`, see load.mjs for the names.
import { readFileSync } from 'node:fs';
import { printTable } from '../support/measure.mjs';
import { callsPerSecond, load, writes } from './load.mjs';

const { costs } = JSON.parse(readFileSync(new URL('costs.json', import.meta.url), 'utf8'));
const rates = callsPerSecond();
const kinds = Object.keys(rates);

/** Summed over all calls of a second. */
const perSecond = (cost) => kinds.reduce((sum, kind) => sum + rates[kind] * costs[kind][cost], 0);
/** What only writes leave: the rows that keep a query's result are gone after a day. */
const leftPerDay = (cost) =>
  (kinds.filter(writes).reduce((sum, kind) => sum + rates[kind] * costs[kind][cost], 0) * 86_400) /
  load.peakToAverage;
const cores = (cost) => perSecond(cost) / 1000 / load.busiest;
const number = (value) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });

printTable(
  'Calls in the busiest second, and what one of them costs',
  ['call', 'per second', 'node', 'its children', 'PostgreSQL', 'log', 'catalog grows by', 'blobs'],
  kinds.map((kind) => {
    const { node_ms, children_ms, postgres_ms, log_bytes, catalog_bytes, blobs } = costs[kind];
    const ms = [node_ms, children_ms, postgres_ms].map((value) => `${number(value)} ms`);
    const kb = [log_bytes, catalog_bytes].map((bytes) => `${number(bytes / 1000)} KB`);
    return [kind, number(rates[kind]), ...ms, ...kb, number(blobs)];
  }),
);

const nodeCores = cores('node_ms') + cores('children_ms');
// A node has one process of the service, whose JavaScript runs on one core.
const nodes = Math.ceil(Math.max(nodeCores / load.coresPerNode, cores('node_ms')));
const gigabytes = (bytes) => `${number(bytes / 1e9)} GB`;
printTable(
  'What that takes',
  ['', 'needed'],
  [
    [`nodes of ${load.coresPerNode} cores`, number(nodes)],
    ['their cores for the service', number(cores('node_ms'))],
    ['their cores for engines and file workers', number(cores('children_ms'))],
    ['cores of PostgreSQL', number(cores('postgres_ms'))],
    ['transactions of PostgreSQL', `${number(perSecond('transactions'))} a second`],
    [
      'its log',
      `${number(perSecond('log_bytes') / 1e6)} MB a second, ${gigabytes((perSecond('log_bytes') * 86_400) / load.peakToAverage)} a day`,
    ],
    ['growth of the catalog', `${gigabytes(leftPerDay('catalog_bytes'))} a day`],
    ['connections, without a pooler', number(nodes * load.connectionsPerNode)],
    ['blobs written', `${number(perSecond('blobs'))} a second, ${gigabytes(leftPerDay('blob_bytes'))} a day`],
  ],
);
