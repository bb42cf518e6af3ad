import { fileURLToPath } from 'node:url';
import { Snapshot } from '../src/gateways/python/snapshot.js';
import type { Started } from './global-setup.js';

/** Shared by all suites and runs: creating one takes longer than most of the tests that need it. */
const directory = fileURLToPath(new URL('../../node_modules/.cache/python-snapshots', import.meta.url));

/** Where Python cannot run, the tests that need it say so. */
export async function preparePython(): Promise<Started<string>> {
  await new Snapshot(directory, new AbortController().signal).path().catch(() => undefined);
  return { value: directory };
}
