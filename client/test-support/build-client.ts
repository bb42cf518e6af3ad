import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../server/test-support/build-if-stale.js';

/** Its tests need the generated sources, and other runtimes and the command load the compiled client. */
export default function setUp(project: TestProject): void {
  buildIfStale(project, ['client', 'cli']);
}
