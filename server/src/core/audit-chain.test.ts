import { expect, test } from 'vitest';
import { type AuditFacts, chainIsValid, genesisHash, type SealedEntry, seal } from './audit-chain.js';

function chainOf(length: number): SealedEntry[] {
  const entries: SealedEntry[] = [];
  for (let seq = 1; seq <= length; seq++) {
    const facts: AuditFacts = {
      chain: 'wb_1',
      seq,
      at: `2026-01-0${seq}T00:00:00Z`,
      userId: 'usr_1',
      credentialId: null,
      requestId: null,
      action: 'table.created',
      target: `art_${seq}`,
      detail: '{}',
    };
    entries.push(seal(facts, entries.at(-1)?.hash ?? genesisHash));
  }
  return entries;
}

const headOf = (entries: SealedEntry[]) => ({
  length: entries.length,
  hash: entries.at(-1)?.hash ?? genesisHash,
});

test('an untouched chain is valid, an empty one too', () => {
  const entries = chainOf(4);
  expect(chainIsValid(entries, headOf(entries))).toBe(true);
  expect(chainIsValid([], { length: 0, hash: genesisHash })).toBe(true);
});

test.each<[string, (entries: SealedEntry[]) => SealedEntry[]]>([
  ['altered', (e) => e.map((entry) => (entry.seq === 2 ? { ...entry, target: 'art_9' } : entry))],
  ['removed', (e) => e.filter((entry) => entry.seq !== 2)],
  ['cut at the end', (e) => e.slice(0, -1)],
  ['reordered', (e) => [e[1], e[0], ...e.slice(2)] as SealedEntry[]],
])('an entry that is %s breaks it', (_, tamper) => {
  const entries = chainOf(4);
  expect(chainIsValid(tamper(entries), headOf(entries))).toBe(false);
});
