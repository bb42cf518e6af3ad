import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const build = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

/** Its tests need the generated sources, and other runtimes and the command load the compiled client. */
export default function setUp(project: TestProject): void {
  const buildIfStale = (): void =>
    void execFileSync(process.execPath, [build, 'client', 'cli'], { stdio: 'inherit' });
  buildIfStale();
  project.onTestsRerun(buildIfStale);
}
