#!/usr/bin/env node
// Builds the named workspaces with those that they depend on, or all, in the order in which package.json lists them,
// unless their builds are up to date. It only translates: `npm run check` checks types. `npm start` calls it as a function.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const manifestOf = (workspace) => JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
const workspaces = JSON.parse(readFileSync('package.json', 'utf8')).workspaces.filter(
  (workspace) => manifestOf(workspace).scripts?.build,
);

/** What a build reads outside of its workspace and those that it depends on. */
const readForClient = [
  'docs/openapi.json',
  'contract/src/messages.ts',
  ...filesBelow('contract/src/messages'),
  'sheets/src/core/file-sentences.ts',
  'sheets/src/core/value-sentences.ts',
  'sheets/src/formula/formula-sentences.ts',
  'structure/src/reading-sentences.ts',
];
const readElsewhere = {
  server: ['scripts/keep-compiled.mjs'],
  ...Object.fromEntries(['client', 'cli', 'console'].map((name) => [name, readForClient])),
};

/** What a build writes outside of its dist; a copy of the sources may lack it. */
const writtenElsewhere = { client: ['client/src/generated'] };
const isWhole = (workspace) => (writtenElsewhere[workspace] ?? []).every(existsSync);

/** Each build records the fingerprint of its sources, and of the look that they had when it was last compared. */
const stampOf = (workspace) => join(workspace, 'dist', '.built-from');

/** The workspaces that one depends on, and itself. */
function withDependencies(workspace) {
  const { dependencies = {} } = manifestOf(workspace);
  const direct = workspaces.filter((other) => manifestOf(other).name in dependencies);
  return [...new Set([...direct.flatMap(withDependencies), workspace])];
}

/** Everything that a build is made from; the lock file stands for the packages. */
function madeFrom(workspace) {
  const shared = ['package.json', 'package-lock.json', 'tsconfig.json', ...(readElsewhere[workspace] ?? [])];
  return [...shared, ...withDependencies(workspace).flatMap(sourcesOf)];
}

function digestOf(paths, describe) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0`).update(describe(path)).update('\0');
  return hash.digest('hex');
}

/** What files contain decides. Files that look as they did are not read for it, which takes a fraction of the time. */
const fingerprintOf = (paths) => digestOf(paths, readFileSync);
const lookOf = (paths) =>
  digestOf(paths, (path) => {
    const { size, mtimeMs } = statSync(path);
    return `${size} ${mtimeMs}`;
  });

function sourcesOf(workspace) {
  const settings = readdirSync(workspace, { withFileTypes: true }).filter((entry) => entry.isFile());
  const folders = ['scripts', 'src'].map((folder) => join(workspace, folder)).filter(existsSync);
  return [
    ...settings.map(({ name }) => join(workspace, name)),
    ...folders.flatMap(filesBelow).filter((path) => !/\.test\.ts$|[/\\]generated[/\\]/.test(path)),
  ].sort();
}

function filesBelow(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function build(workspace) {
  const stamp = stampOf(workspace);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, 'unfinished');
  const begun = statSync(stamp).mtimeMs;
  // With it the compiler would skip unchanged files.
  rmSync(join(dirname(stamp), 'tsconfig.tsbuildinfo'), { force: true });
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '--workspace', workspace], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Also where a test runner asks: what is built does not depend on who asks.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) {
    console.error(`The build of ${workspace} failed.`);
    process.exit(1);
  }
  // Files that this build did not write belong to a module that was moved or deleted.
  for (const path of filesBelow(dirname(stamp))) if (statSync(path).mtimeMs < begun) rmSync(path);
}

function stampedIn(workspace) {
  try {
    return readFileSync(stampOf(workspace), 'utf8').split(' ');
  } catch {
    return [];
  }
}

export function buildStale(names) {
  const wanted = (names.length === 0 ? workspaces : names).flatMap(withDependencies);
  for (const workspace of workspaces.filter((one) => wanted.includes(one))) {
    const paths = madeFrom(workspace);
    const look = lookOf(paths);
    const [builtFrom, lookedLike] = isWhole(workspace) ? stampedIn(workspace) : [];
    if (look === lookedLike) continue;
    const fingerprint = fingerprintOf(paths);
    if (fingerprint !== builtFrom) build(workspace);
    writeFileSync(stampOf(workspace), `${fingerprint} ${look}`);
  }
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) buildStale(process.argv.slice(2));
