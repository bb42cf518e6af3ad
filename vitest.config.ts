import { defineConfig } from 'vitest/config';

/** End-to-end tests that measure how long something takes: two at a time, since most of that time they wait. */
const alone = ['event-loop', 'neighbours', 'sql-sandbox'].map((name) => `test/${name}.test.ts`);

/** Those of the client need its generated sources, and those of the command its bundle, which nothing else does. */
const clientTests = 'test/{client*,cli*,mcp-tools}.test.ts';

/** Stories told in a browser, which share one and a service. */
const stories = 'test/console/**/*.test.ts';

/** Files share a few processes; twice as many as there are cores in CI, because tests wait for more than a third of their time. */
const shared = {
  isolate: false,
  setupFiles: ['server/test-support/leave-no-trace.ts'],
  maxWorkers: 4,
  sequence: { groupOrder: 0 },
};

/** A test that hangs fails in the end; one on a machine that is busy with other work does not. */
const timeouts = { testTimeout: 240_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };

/** Other workspaces are tested as their sources are now, not as they were last built. */
const conditions = ['workbook-source', 'node', 'development|production'];
const fromSources = { resolve: { conditions }, ssr: { resolve: { conditions } } };

export default defineConfig({
  test: {
    // Of the root, so that it runs once and all projects share its server.
    globalSetup: ['server/test-support/global-setup.ts'],
    projects: [
      {
        ...fromSources,
        test: {
          name: 'unit',
          include: ['{contract,sheets,structure}/src/**/*.test.ts', 'server/{src,test-support}/**/*.test.ts'],
          ...timeouts,
          ...shared,
        },
      },
      {
        ...fromSources,
        test: {
          name: 'end-to-end',
          include: ['test/**/*.test.ts'],
          exclude: [...alone, clientTests, stories],
          globalSetup: ['test/support/serve.ts'],
          ...timeouts,
          ...shared,
        },
      },
      {
        ...fromSources,
        test: {
          name: 'console',
          include: ['console/src/**/*.test.ts'],
          globalSetup: ['console/test-support/build-console.ts'],
          ...timeouts,
          ...shared,
        },
      },
      {
        ...fromSources,
        test: {
          name: 'stories',
          include: [stories],
          globalSetup: ['console/test-support/build-console.ts', 'console/test-support/serve-console.ts'],
          ...timeouts,
          ...shared,
          setupFiles: [...shared.setupFiles, 'console/test-support/skip-without-browser.ts'],
        },
      },
      {
        ...fromSources,
        test: {
          name: 'client',
          include: ['{cli,client}/{src,scripts}/**/*.test.ts', clientTests],
          globalSetup: ['client/test-support/build-client.ts', 'test/support/serve.ts'],
          ...timeouts,
          ...shared,
        },
      },
      {
        ...fromSources,
        test: {
          name: 'end-to-end, alone',
          include: alone,
          ...timeouts,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
