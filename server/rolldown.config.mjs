import { defineConfig } from 'rolldown';

/** Pure JavaScript in hundreds of small modules: one file of them loads in a fraction of the time. */
const inlined =
  /^(@workbook-data-service\/(contract|sheets|structure)|@duckdb\/node-api|kysely|@sinclair\/typebox|chardet|jose|uuidv7)(\/|$)/;

/** The service, and a bundle of its own for each kind of child process, which starts when it is first needed. */
const entries = {
  start: 'dist/main.js',
  engine: 'dist/engine/child/main.js',
  'file-worker': 'dist/file-workers/child.js',
  'chart-worker': 'dist/chart-workers/child.js',
};

export default defineConfig(
  Object.entries(entries).map(([name, module]) => ({
    input: { [name]: module },
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !inlined.test(id),
    output: {
      dir: 'dist',
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: `${name}-[name].js`,
      sourcemap: true,
    },
  })),
);
