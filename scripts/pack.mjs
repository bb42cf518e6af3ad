#!/usr/bin/env node
// `npm run pack`: makes the packages that people install without this repository, in dist/packages or the named folder:
// the service (`npx workbook-data-service`), the client and the command wds.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildStale } from './build.mjs';

const packages = resolve(process.argv[2] ?? 'dist/packages');
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
buildStale(['server', 'console', 'client', 'cli']);

const manifestOf = (workspace) => JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
const root = manifestOf('.');
const stage = join(packages, 'stage');
rmSync(stage, { recursive: true, force: true });

/**
 * Built modules run without the maps and declarations of the sources, but a client is typed by them. Compiled code is for the
 * Node that it was built with.
 */
const runnable = (path) => !/\.(map|d\.ts|tsbuildinfo|compiled)$|\.built-from$/.test(path);
const typed = (path) => !/\.(map|tsbuildinfo)$|\.built-from$/.test(path);

function add(name, paths, filter = () => true) {
  for (const [from, to = from] of paths.map((path) => [path].flat()))
    cpSync(from, join(stage, name, to), { recursive: true, filter });
}

function describe(name, manifest) {
  const { version, license, engines } = root;
  const published = { publishConfig: { access: 'public', provenance: true }, ...builtFrom() };
  const whole = { ...manifest, version, license, engines, ...published };
  writeFileSync(join(stage, name, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`);
}

/** The commit, for those who want to know what is in a package; a copy of the sources has none. */
function builtFrom() {
  try {
    return {
      gitHead: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim(),
    };
  } catch {
    return {};
  }
}

const documents = ['LICENSE', 'CHANGELOG.md'];

function stageClient() {
  add('client', [...documents, ['client/README.md', 'README.md']]);
  add('client', [['client/dist', 'dist']], typed);
  const { name, description, type, sideEffects, files, exports, peerDependencies, peerDependenciesMeta } =
    manifestOf('client');
  for (const conditions of Object.values(exports)) delete conditions['workbook-source'];
  const code = { type, sideEffects, files: [...files, ...documents], exports };
  describe('client', { name, description, ...code, peerDependencies, peerDependenciesMeta });
}

function stageCommand() {
  add('cli', [['cli/dist', '.'], 'CHANGELOG.md', ['docs/cli.md', 'README.md']], typed);
  const { name, description, bin } = manifestOf('cli/dist');
  describe('cli', { name, description, bin });
}

/** With the workspaces that it is made of, and in the folders that it has here. */
function stageService() {
  const bundled = ['contract', 'sheets', 'structure'].map((workspace) => [workspace, manifestOf(workspace)]);
  add('service', [...documents, 'README.md', 'THIRD-PARTY-NOTICES.md', 'server/package.json', 'server/bin']);
  add('service', ['server/dist', 'console/dist'], runnable);
  for (const [workspace, { name }] of bundled)
    add(
      'service',
      ['package.json', 'dist'].map((part) => [join(workspace, part), join('node_modules', name, part)]),
      runnable,
    );
  const own = bundled.map(([, { name }]) => name);
  const needed = [manifestOf('server'), ...bundled.map(([, manifest]) => manifest)];
  const names = new Set(needed.flatMap(({ dependencies = {} }) => Object.keys(dependencies)));
  describe('service', {
    name: root.name,
    description: 'Spreadsheets as they are, as typed and versioned tables for people, programs and agents',
    type: 'module',
    bin: { [root.name]: 'server/bin/workbook-data-service.mjs' },
    // The very versions that the tests ran with.
    dependencies: Object.fromEntries(
      [...names].sort().map((name) => [name, manifestOf(join('node_modules', name)).version]),
    ),
    bundledDependencies: own,
  });
}

mkdirSync(packages, { recursive: true });
for (const make of [stageClient, stageCommand, stageService]) make();
for (const name of ['client', 'cli', 'service'])
  execFileSync('npm', ['pack', join(stage, name), '--pack-destination', packages, '--silent'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
rmSync(stage, { recursive: true });
