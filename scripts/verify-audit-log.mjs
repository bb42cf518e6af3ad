#!/usr/bin/env node
// Verifies an exported audit log without the service: with Node alone, nothing installed, no network.
//
//   node scripts/verify-audit-log.mjs [--head <hash>] <file>...
//
// The files contain responses of GET /api/v1/workbooks/{id}/audit-log, or of GET /api/control/account/audit-log: one or
// many in a file, one below the other, pages in any order. Single entries, one per line, work as well.
// This writes all pages of a log into one file:
//
//   cursor=
//   while : ; do
//     page=$(curl -fsS -H "Authorization: Bearer $TOKEN" \
//       "$URL/api/v1/workbooks/$WB/audit-log?limit=1000${cursor:+&cursor=$cursor}")
//     printf '%s\n' "$page" >> audit-log.ndjson
//     cursor=$(printf '%s' "$page" | node -p 'JSON.parse(fs.readFileSync(0)).next_cursor ?? ""')
//     [ -n "$cursor" ] || break
//   done
//
// How it works: each entry has a hash over its content and over the hash of the entry before it, back to the first, which
// follows 64 zeros. To change, delete, swap or insert an entry, one would have to change the hash of every entry after it,
// up to the newest: the head. So keep head hashes outside the service, on paper if need be. With --head this program
// checks that the log still contains, and builds on, the entry with the hash you kept.
//
// For an entry that its reader may not see in full (its `detail_text` is null), the service leaves out the hashes that
// cover it. Such entries are counted but not checked: fetch the log as somebody from whom no column is hidden.
//
// Exits with 0 if the log is intact, 1 if it is not, and 2 if the files could not be read as a log.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const FIRST_LINK = '0'.repeat(64);

/** The hash of an entry that follows the entry with the hash `previous`. */
function hashOf(entry, previous) {
  const { chain, seq, at, user_id, credential_id, request_id, action, target, detail_text } = entry;
  const covered = [previous, chain, seq, at, user_id, credential_id, request_id, action, target, detail_text];
  return createHash('sha256').update(JSON.stringify(covered)).digest('hex');
}

/** The faults of the log, in the order found; empty if it is intact. */
function verify(entries, heads, expectedHead) {
  const faults = [];
  let previous = FIRST_LINK;
  let next = 1;
  for (const entry of entries) {
    const name = `entry ${entry.seq} (${entry.at}, ${entry.action})`;
    if (entry.seq > next) {
      const missing = entry.seq - 1 === next ? `entry ${next} is` : `entries ${next} to ${entry.seq - 1} are`;
      faults.push(`${missing} missing`);
      // Entries after a gap are checked against the hash that they state for it.
      previous = entry.prev_hash;
    } else if (entry.seq < next) faults.push(`${name} is out of place`);
    const isLinked = entry.prev_hash !== null && previous !== null;
    if (isLinked && entry.prev_hash !== previous) faults.push(`${name} does not follow the entry before it`);
    if (isPartial(entry) || entry.prev_hash === null) {
      // Part of what it covers is missing.
    } else if (entry.hash !== hashOf(entry, entry.prev_hash)) faults.push(`${name} is not what was written`);
    else if (!sameJson(entry.detail, entry.detail_text))
      faults.push(`${name} shows a detail other than the one that was written`);
    previous = entry.hash;
    next = entry.seq + 1;
  }
  for (const { length, head_hash } of heads) faults.push(...headFaults(entries, length, head_hash));
  if (expectedHead && !entries.some(({ hash }) => hash === expectedHead))
    faults.push(`no entry has the expected head hash ${expectedHead}`);
  return [...new Set(faults)];
}

const isPartial = (entry) => entry.detail_text === null;

/** Pages fetched during writes may name several heads; each must be the hash of its entry. */
function headFaults(entries, length, hash) {
  if (length === 0) return hash === FIRST_LINK && entries.length === 0 ? [] : ['the log has lost its head'];
  const entry = entries.find(({ seq }) => seq === length);
  if (!entry) return [`entry ${length} is missing: the log ends with it`];
  if (hash === null || isPartial(entry)) return [];
  return entry.hash === hash ? [] : [`entry ${length} is not the one that the head of the log names`];
}

function sameJson(value, text) {
  try {
    return JSON.stringify(value) === JSON.stringify(JSON.parse(text));
  } catch {
    return false;
  }
}

/** The JSON values in a text: one as a whole, or one per line. */
function valuesIn(text) {
  try {
    return [JSON.parse(text)].flat();
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.flatMap((line) => JSON.parse(line));
  }
}

function readLog(files) {
  const bySeq = new Map();
  const heads = [];
  const conflicting = [];
  for (const value of files.flatMap((file) => valuesIn(readFileSync(file, 'utf8')))) {
    if (Array.isArray(value?.entries)) heads.push(value);
    for (const entry of value?.entries ?? [value]) {
      if (typeof entry?.seq !== 'number' || (typeof entry.hash !== 'string' && !isPartial(entry)))
        throw new Error('there is something in the files that is no entry of an audit log');
      const known = bySeq.get(entry.seq);
      // Names of users may change between two pages; what is hashed must not.
      if (known && (isPartial(known) || isPartial(entry))) {
        if (isPartial(known)) bySeq.set(entry.seq, entry);
        continue;
      }
      if (known && hashOf(known, known.prev_hash) !== hashOf(entry, entry.prev_hash))
        conflicting.push(`entry ${entry.seq} is there twice, and not the same`);
      bySeq.set(entry.seq, entry);
    }
  }
  const entries = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  const chains = new Set([...entries, ...heads].map(({ chain }) => chain));
  if (chains.size > 1)
    throw new Error(`the files hold several logs (${[...chains].join(', ')}): verify each alone`);
  if (chains.size === 0) throw new Error('the files hold no audit log');
  return { chain: [...chains][0], entries, heads, conflicting };
}

function main(args) {
  const at = args.indexOf('--head');
  const expectedHead = at === -1 ? undefined : args[at + 1]?.toLowerCase();
  const files = at === -1 ? args : args.toSpliced(at, 2);
  if (files.length === 0 || (at !== -1 && !/^[0-9a-f]{64}$/.test(expectedHead ?? ''))) {
    console.error('usage: verify-audit-log [--head <64 hex digits>] <file>...');
    return 2;
  }
  let log;
  try {
    log = readLog(files);
  } catch (error) {
    console.error(`cannot be read as an audit log: ${error.message}`);
    return 2;
  }
  const faults = [...log.conflicting, ...verify(log.entries, log.heads, expectedHead)];
  const newest = log.entries.at(-1);
  console.log(`log of ${log.chain}: ${log.entries.length} entries, up to ${newest?.at ?? 'none'}`);
  if (faults.length === 0) {
    console.log(`valid; head hash ${newest ? (newest.hash ?? 'not shown') : FIRST_LINK}`);
    const unchecked = log.entries.filter((entry) => isPartial(entry) || entry.prev_hash === null).length;
    if (unchecked > 0)
      console.log(`note: ${unchecked} entries were not shown in full and could not be checked`);
    if (log.heads.length === 0 && !expectedHead)
      console.log('note: single entries do not tell whether newer ones were cut off; give --head');
    return 0;
  }
  console.log('NOT VALID');
  for (const fault of faults) console.log(`- ${fault}`);
  return 1;
}

process.exitCode = main(process.argv.slice(2));
