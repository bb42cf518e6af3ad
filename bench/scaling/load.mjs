/** The load that docs/scaling.md is about. Every number can be changed by an argument of its name: `--workbooks=1e5`. */
const assumed = {
  workbooks: 1e6,
  /** On an average day. */
  rowsEditedPerDay: 1e8,
  /** Of these rows, the part that is written one by one; the others come in batches of 100. */
  editedSingly: 0.1,
  /** In the busiest minute of the day. */
  requestsPerSecond: 10_000,
  /** How many times the average of a day that minute is. */
  peakToAverage: 4,
  uploadsPerDay: 1e6,
  /** Of the requests that do not write. */
  pages: 0.6,
  aggregates: 0.15,
  /** Between a node and PostgreSQL, there and back, in milliseconds. */
  roundTripMs: 0.5,
  /** Of a commit of PostgreSQL, with its replica, in milliseconds. */
  commitMs: 1.5,
  /** How busy a processor may be for its queue to stay short. */
  busiest: 0.6,
  coresPerNode: 4,
  connectionsPerNode: 20,
};

export const load = { ...assumed };
for (const argument of process.argv.slice(2)) {
  const [, name, value] = /^--(\w+)=(.+)$/.exec(argument) ?? [];
  if (name === undefined || !(name in load) || Number.isNaN(Number(value)))
    throw new Error(
      `${argument} is none of: ${Object.keys(load)
        .map((known) => `--${known}=…`)
        .join(' ')}`,
    );
  load[name] = Number(value);
}

const DAY_SECONDS = 86_400;

/** Whether calls of a kind take the lock of a workbook. */
export const writes = (kind) => /^up(sert|load) /.test(kind);

/** Calls of each kind in a second of the busiest minute; the kinds are those of costs.json. */
export function callsPerSecond() {
  const peak = load.peakToAverage / DAY_SECONDS;
  const writes = {
    'upsert of 1 row': load.rowsEditedPerDay * load.editedSingly * peak,
    'upsert of 100 rows': ((load.rowsEditedPerDay * (1 - load.editedSingly)) / 100) * peak,
    'upload of 1,000 rows': load.uploadsPerDay * peak,
  };
  const reads = load.requestsPerSecond - Object.values(writes).reduce((sum, rate) => sum + rate, 0);
  return {
    'page of 100 rows': reads * load.pages,
    'SQL aggregate over 100,000 rows': reads * load.aggregates,
    'list of tables': reads * (1 - load.pages - load.aggregates),
    ...writes,
  };
}
