import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const build = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

/**
 * The client has generated sources, and the service under test, which the stories may start before anything else is set
 * up, serves the console as it was built.
 */
export default function setUp(project: TestProject): void {
  const buildIfStale = (): void =>
    void execFileSync(process.execPath, [build, 'contract', 'client', 'server', 'console'], {
      stdio: 'inherit',
    });
  buildIfStale();
  project.onTestsRerun(buildIfStale);
}
