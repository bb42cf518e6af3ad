import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Of the root, so that it runs once and both projects share its server.
    globalSetup: ['server/test-support/global-setup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['server/{src,test-support}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'end-to-end',
          include: ['test/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Each starts processes of its own, which want the other core.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
