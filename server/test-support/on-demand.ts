import type { SharedConsole } from '../../console/test-support/serve-console.js';

/** What all test files of a run share. */
export interface OnDemand {
  /** The file of a SQLite catalog of the newest schema without content; copying it takes a fraction of the migrations. */
  sqliteTemplate: string;
  /** The address of a PostgreSQL server; suites create their own databases in it. */
  postgresUrl: string;
  /** The name of a database there that has the newest schema and no content. */
  postgresTemplate: string;
  /** The folder where Python's snapshot is kept. */
  pythonSnapshots: string;
  /** The address of the service for files that need no settings of their own. */
  serviceUrl: string;
  /** A service with its console, and a browser. */
  console: SharedConsole;
}

/** Where the process of the run listens; see global-setup.ts. */
export const ADDRESS = 'TEST_RUN_ADDRESS';

const answers = new Map<string, Promise<unknown>>();

/** Starts it if this is the first file of the run to ask for it. */
export function onDemand<Name extends keyof OnDemand>(name: Name): Promise<OnDemand[Name]> {
  const answer = answers.get(name) ?? ask(name);
  answers.set(name, answer);
  return answer as Promise<OnDemand[Name]>;
}

async function ask(name: string): Promise<unknown> {
  const address = process.env[ADDRESS];
  if (address === undefined)
    throw new Error(`${name} was asked for by a test of a project that runs without a set-up.`);
  const response = await fetch(`${address}/${name}`);
  if (!response.ok) throw new Error(`${name} could not be started:\n${await response.text()}`);
  return await response.json();
}
