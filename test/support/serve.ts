import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../server/test-support/build-if-stale.js';
import { collectTemporaryFiles } from '../../server/test-support/temporary-files.js';
import { TestService } from './service.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the service that files share which need no settings of their own. */
    serviceUrl: string;
  }
}

/** One service for many files: a start takes a second of processor time, and everything is slow in it at first. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  buildIfStale(project, ['server']);
  collectTemporaryFiles();
  const service = await TestService.start({ env: { SVC_OPEN_REGISTRATION: 'true' } });
  project.provide('serviceUrl', service.url);
  return () => service.dispose();
}
