import { defineConfig } from 'vitest/config';

/** End-to-end tests that measure how long something takes, or keep every core busy themselves. */
const alone = [
  'bad-files',
  'durability',
  'event-loop',
  'governed-sql',
  'hostile-files',
  'neighbours',
  'query',
  'sql-sandbox',
].map((name) => `test/${name}.test.ts`);

const timeouts = { testTimeout: 60_000, hookTimeout: 120_000 };

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
          include: ['{contract/src,server/{src,test-support}}/**/*.test.ts'],
          ...timeouts,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...fromSources,
        test: {
          name: 'end-to-end',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          ...timeouts,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...fromSources,
        test: {
          name: 'end-to-end, alone',
          include: alone,
          ...timeouts,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
