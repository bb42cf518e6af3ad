import { defineConfig } from 'vitest/config';

/** The workspace `sheets` is used as its sources are now, not as it was last built. */
const conditions = ['workbook-source', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { name: 'structure', include: ['src/**/*.test.ts'], isolate: false, testTimeout: 240_000 },
});
