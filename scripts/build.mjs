#!/usr/bin/env node
// Builds the named workspaces, or all, in the order in which package.json lists them, unless their builds are up to
// date. It only translates: `npm run check` checks types.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const manifestOf = (workspace) => JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
const workspaces = JSON.parse(readFileSync('package.json', 'utf8')).workspaces.filter(
  (workspace) => manifestOf(workspace).scripts?.build,
);

/** What a build reads outside of its workspace and those that it depends on. */
const readElsewhere = Object.fromEntries(
  ['client', 'cli', 'console'].map((name) => [name, ['docs/openapi.json']]),
);

/** Each build records the fingerprint of its sources. */
const stampOf = (workspace) => join(workspace, 'dist', '.built-from');

/**
 * Covers everything that a build is made from; the lock file stands for the packages. Modification times do
 * not matter.
 */
function fingerprintSources(workspace) {
  const { dependencies = {} } = manifestOf(workspace);
  const below = workspaces.filter((other) => manifestOf(other).name in dependencies);
  const shared = ['package.json', 'package-lock.json', 'tsconfig.json', ...(readElsewhere[workspace] ?? [])];
  const hash = createHash('sha256');
  for (const path of [...shared, ...[...below, workspace].flatMap(sourcesOf)])
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

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

function build(workspace, fingerprint) {
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
  writeFileSync(stamp, fingerprint);
}

function isBuiltFrom(workspace, fingerprint) {
  try {
    return readFileSync(stampOf(workspace), 'utf8') === fingerprint;
  } catch {
    return false;
  }
}

const named = process.argv.slice(2);
for (const workspace of named.length > 0 ? workspaces.filter((one) => named.includes(one)) : workspaces) {
  const fingerprint = fingerprintSources(workspace);
  if (!isBuiltFrom(workspace, fingerprint)) build(workspace, fingerprint);
}
