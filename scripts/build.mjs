#!/usr/bin/env node
// Builds the workspaces, in the order in which package.json lists them, unless their builds are up to date.
// It only translates: `npm run check` checks types.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const workspaces = JSON.parse(readFileSync('package.json', 'utf8')).workspaces.filter(
  (workspace) => JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')).scripts?.build,
);

/** Each build records the fingerprint of its sources. */
const stampOf = (workspace) => join(workspace, 'dist', '.built-from');

/**
 * Covers everything that a build is made from; the lock file stands for the packages. Modification times do
 * not matter.
 */
function fingerprintSources() {
  const hash = createHash('sha256');
  for (const path of ['package.json', 'package-lock.json', 'tsconfig.json', ...workspaces.flatMap(sourcesOf)])
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

function sourcesOf(workspace) {
  const settings = readdirSync(workspace, { withFileTypes: true }).filter((entry) => entry.isFile());
  return [
    ...settings.map(({ name }) => join(workspace, name)),
    ...filesBelow(join(workspace, 'src')).filter((path) => !path.endsWith('.test.ts')),
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
  });
  if (status !== 0) {
    console.error(`The build of ${workspace} failed.`);
    process.exit(1);
  }
  // Files that this build did not write belong to a module that was moved or deleted.
  for (const path of filesBelow(dirname(stamp))) if (statSync(path).mtimeMs < begun) rmSync(path);
  writeFileSync(stamp, fingerprint);
}

function isBuiltFrom(fingerprint) {
  return (workspace) => {
    try {
      return readFileSync(stampOf(workspace), 'utf8') === fingerprint;
    } catch {
      return false;
    }
  };
}

const fingerprint = fingerprintSources();
if (!workspaces.every(isBuiltFrom(fingerprint)))
  for (const workspace of workspaces) build(workspace, fingerprint);
