import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['server/test-support/global-setup.ts'],
    setupFiles: ['server/test-support/end-with-run.ts'],
    include: ['test/support/interrupted-run/waits.ts'],
    testTimeout: 600_000,
  },
});
