#!/usr/bin/env node
// Makes the fixture of a release for test/upgrades.test.ts: `node scripts/release-fixture/record.mjs <commit>`. The release
// is built in a temporary clone and run on an empty directory; what it stored and answered becomes test/releases/<commit>.br.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { startService } from '../../bench/support/service.mjs';
import { ReleaseClient } from './client.mjs';
import { readEverything } from './read-everything.mjs';
import { owner, tellStory } from './story.mjs';

const root = new URL('../..', import.meta.url).pathname;
const [commit, built] = process.argv.slice(2);
if (!commit)
  throw new Error('usage: node scripts/release-fixture/record.mjs <commit> [a checkout of it that is built]');
const name = execFileSync('git', ['rev-parse', '--short=8', commit], { cwd: root, encoding: 'utf8' }).trim();
const work = mkdtempSync(join(tmpdir(), 'release-'));
try {
  const checkout = built ?? build(join(work, 'checkout'));
  const dataDir = join(work, 'data');
  const settings = {
    SVC_DATA_DIR: dataDir,
    SVC_ADMIN_EMAIL: owner.email,
    SVC_ADMIN_PASSWORD: owner.password,
    SVC_ALLOW_PRIVATE_NETWORK: 'true',
  };
  const release = [process.execPath, join(checkout, 'server/dist/start.js')];
  const service = await startService(settings, release);
  const recording = await record(service.url).finally(() => service.stop({ keepsData: true }));
  mkdirSync(join(root, 'test/releases'), { recursive: true });
  const packed = pack(dataDir, { release: name, recordedAt: new Date().toISOString(), ...recording });
  writeFileSync(join(root, `test/releases/${name}.br`), packed);
  const { answers, writes } = recording;
  console.log(
    `${name}: ${answers.length} answers, ${writes.length} writes, ${Math.ceil(packed.length / 1024)} KB`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** @param {string} folder */
function build(folder) {
  const run = (command, ...args) => execFileSync(command, args, { cwd: folder, stdio: 'ignore' });
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, folder]);
  run('git', 'checkout', '--quiet', name);
  run('npm', 'ci');
  run('npm', 'run', 'build');
  return folder;
}

async function record(url) {
  const client = await ReleaseClient.open(url);
  const { tokens, writes } = await tellStory(client);
  const first = await readEverything(client, tokens);
  const second = await readEverything(client, tokens);
  return {
    owner,
    tokens,
    writes,
    answers: first.map((answer, i) => ({ ...answer, again: second[i].body })).map(steady),
  };
}

/** What differs between two readings is about the moment, and is left out. */
function steady({ again, ...answer }) {
  return { ...answer, body: common(answer.body, again) };
}

function common(one, other) {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other ? one : undefined;
  if (Array.isArray(one))
    return one.length === other.length ? one.map((item, i) => common(item, other[i]) ?? null) : undefined;
  return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, common(value, other[key])]));
}

/** One text with everything known, its length before it, and then the bytes of each file. */
function pack(dataDir, recording) {
  const paths = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
    // What has no content, or is made again.
    .filter((path) => !/^(cache\/|reserve$|catalog\.db-lock$)/.test(path))
    .sort();
  const contents = paths.map((path) => readFileSync(join(dataDir, path)));
  const files = paths.map((path, i) => ({ path, size: contents[i].length }));
  const head = Buffer.from(JSON.stringify({ ...recording, files }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  if (!existsSync(join(dataDir, 'catalog.db'))) throw new Error('the release has left no catalog');
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(Buffer.concat([length, head, ...contents]), { params });
}
