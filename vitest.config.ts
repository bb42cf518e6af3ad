import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { buildFirst, refuse } from './server/test-support/build-first.js';
import { patience } from './server/test-support/patience.js';

/** End-to-end tests that measure how long something takes: two at a time, since most of that time they wait. */
const alone = ['event-loop', 'neighbours', 'sql-sandbox'].map((name) => `test/${name}.test.ts`);

/** They need the generated sources of the client, or the bundle of the command, which nothing else does. */
const clientTests = 'test/{client*,cli*,dev,mcp-tools,packages}.test.ts';

/** Stories told in a browser, which share one and a service. */
const stories = 'test/console/**/*.test.ts';

/**
 * Rooms whose tests need no database, no Python and nothing compiled, and end soon: with sheets and structure,
 * `npm run test:unit`.
 */
const withoutSetUp = [
  'server/src/{core,mcp,telemetry}/**/*.test.ts',
  'server/src/engine/{encode,guard}/**/*.test.ts',
  'server/src/gateways/{mail,model,payments}/**/*.test.ts',
  'server/src/layering.test.ts',
];

/** Modules that start processes with compiled code, or load it. */
const runsCompiledCode =
  /\/(server\/src\/(process\/sandboxed-process|gateways\/python\/deno-process)|contract\/src\/standalone\.test)\.ts$/;
const onDemand = /\/server\/test-support\/on-demand\.ts$/;
const anyEndToEndTest = /\/test\/.*\.test\.ts$/;
const anythingOfTheClient = /\/(client|cli)\/src\/|\/test\/.*\.test\.ts$/;

const support = (name: string) => fileURLToPath(new URL(`server/test-support/${name}.ts`, import.meta.url));

/** Files share a few processes; twice as many as there are cores in CI, because tests wait for more than a third of their time. */
const shared = {
  isolate: false,
  setupFiles: [support('end-with-run'), support('leave-no-trace')],
  maxWorkers: 4,
  sequence: { groupOrder: 0 },
};

/** A test that hangs fails in the end; one on a machine that is busy with other work does not. */
const timeouts = {
  testTimeout: patience(240_000),
  hookTimeout: patience(300_000),
  expect: { poll: { timeout: patience(120_000) } },
};

/** Other workspaces are tested as their sources are now, not as they were last built. */
const conditions = ['workbook-source', 'node', 'development|production'];
const fromSources = { resolve: { conditions }, ssr: { resolve: { conditions } } };

const workspace = (name: string) => ({
  extends: `./${name}/vitest.config.ts`,
  root: `./${name}`,
  plugins: [refuse(/\/server\/src\//), refuse(onDemand)],
  test: { ...timeouts, ...shared },
});

export default defineConfig({
  test: {
    // Of the root, so that it runs once and all projects share what it starts.
    globalSetup: ['server/test-support/global-setup.ts'],
    projects: [
      workspace('sheets'),
      workspace('structure'),
      {
        ...fromSources,
        plugins: [refuse(runsCompiledCode), refuse(onDemand)],
        test: { name: 'unit', include: withoutSetUp, ...timeouts, ...shared },
      },
      {
        ...fromSources,
        plugins: [buildFirst(['server'], runsCompiledCode)],
        test: {
          name: 'server',
          include: ['contract/src/**/*.test.ts', 'server/{src,test-support}/**/*.test.ts'],
          exclude: withoutSetUp,
          ...timeouts,
          ...shared,
        },
      },
      {
        ...fromSources,
        // A service that starts before the console is built has no files of it.
        plugins: [buildFirst(['server', 'console'], anyEndToEndTest)],
        test: {
          name: 'end-to-end',
          include: ['test/**/*.test.ts'],
          exclude: [...alone, clientTests, stories],
          ...timeouts,
          ...shared,
        },
      },
      {
        ...fromSources,
        plugins: [buildFirst(['client'], anythingOfTheClient)],
        test: { name: 'console', include: ['console/src/**/*.test.ts'], ...timeouts, ...shared },
      },
      {
        ...fromSources,
        plugins: [buildFirst(['server', 'console'], anyEndToEndTest)],
        test: {
          name: 'stories',
          include: [stories],
          ...timeouts,
          ...shared,
          setupFiles: [...shared.setupFiles, 'console/test-support/skip-without-browser.ts'],
        },
      },
      {
        ...fromSources,
        plugins: [buildFirst(['server', 'console', 'client', 'cli'], anythingOfTheClient)],
        test: {
          name: 'client',
          include: ['{cli,client}/{src,scripts}/**/*.test.ts', clientTests],
          ...timeouts,
          ...shared,
        },
      },
      {
        ...fromSources,
        plugins: [buildFirst(['server'], anyEndToEndTest)],
        test: {
          name: 'end-to-end, alone',
          include: alone,
          ...timeouts,
          setupFiles: [support('end-with-run')],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
