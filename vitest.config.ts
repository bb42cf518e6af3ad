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
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'end-to-end',
          include: ['test/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
