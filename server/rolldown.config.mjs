import { defineConfig } from 'rolldown';

/** Pure JavaScript in hundreds of small modules: one file of them loads in a fraction of the time. */
const inlined =
  /^(@workbook-data-service\/(contract|sheets|structure)|@duckdb\/node-api|kysely|@sinclair\/typebox|chardet|jose|oauth4webapi|openid-client|uuidv7)(\/|$)/;

/** The service, and a bundle of its own for each kind of child process, which starts when it is first needed. */
const entries = {
  start: 'dist/main.js',
  engine: 'dist/engine/child/main.js',
  'file-worker': 'dist/file-workers/child.js',
  'chart-worker': 'dist/chart-workers/child.js',
};

/**
 * Scripts, because V8 keeps the compiled code of modules only behind a flag. Of an engine little of the start is compilation,
 * and a chart worker loads Vega, which only a module can.
 */
const isScript = (name) => ['start', 'file-worker'].includes(name);

/** The program of a bundle that is a script, which runs it with the code that was compiled at the build. */
const program = (name) => ({
  name: 'program of the bundle',
  generateBundle() {
    const source = "import runBundle from './process/run-bundle.js';\n\nrunBundle(import.meta.url);\n";
    this.emitFile({ type: 'asset', fileName: `${name}.js`, source });
  },
});

export default defineConfig(
  Object.entries(entries).map(([name, module]) => {
    const extension = isScript(name) ? 'cjs' : 'js';
    return {
      input: { [name]: module },
      platform: 'node',
      external: (id) => !id.startsWith('.') && !id.startsWith('/') && !inlined.test(id),
      plugins: isScript(name) ? [program(name)] : [],
      output: {
        dir: 'dist',
        format: isScript(name) ? 'cjs' : 'esm',
        // In code that was kept, an import would fail.
        dynamicImportInCjs: false,
        entryFileNames: `[name].${extension}`,
        chunkFileNames: `${name}-[name].${extension}`,
        sourcemap: true,
      },
    };
  }),
);
