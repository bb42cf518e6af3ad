import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { type Chromium, findChromium } from './chromium.js';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: Chromium;
  }
}

const build = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

/** The service under test serves the console as it was built; all files share one browser, unpacked once. */
export default async function setUp(project: TestProject): Promise<void> {
  const buildIfStale = (): void =>
    void execFileSync(process.execPath, [build, 'client', 'console'], { stdio: 'inherit' });
  buildIfStale();
  project.onTestsRerun(buildIfStale);
  project.provide('chromium', await findChromium());
}
