import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'sheets', include: ['src/**/*.test.ts'], isolate: false, testTimeout: 240_000 },
});
