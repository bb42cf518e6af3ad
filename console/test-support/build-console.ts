import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../server/test-support/build-if-stale.js';

/**
 * The client has generated sources, and the service under test, which the stories may start before anything else is set
 * up, serves the console as it was built.
 */
export default function setUp(project: TestProject): void {
  buildIfStale(project, ['server', 'console']);
}
