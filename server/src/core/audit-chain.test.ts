import { expect, test } from 'vitest';
import { type AuditFacts, firstBreak, genesis, type SealedEntry, seal } from './audit-chain.js';

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
    entries.push(seal(facts, entries.at(-1)?.hash ?? genesis.hash));
  }
  return entries;
}

test('an untouched chain has no break, nor has an empty one or a part that follows its link', () => {
  const entries = chainOf(4);
  expect(firstBreak(entries, genesis)).toBeNull();
  expect(firstBreak([], genesis)).toBeNull();
  expect(firstBreak(entries.slice(2), { length: 2, hash: entries[1]?.hash ?? '' })).toBeNull();
});

test.each<[string, number, (entries: SealedEntry[]) => SealedEntry[]]>([
  ['altered', 2, (e) => e.map((entry) => (entry.seq === 2 ? { ...entry, target: 'art_9' } : entry))],
  ['removed', 2, (e) => e.filter((entry) => entry.seq !== 2)],
  ['reordered', 1, (e) => [e[1], e[0], ...e.slice(2)] as SealedEntry[]],
])('an entry that is %s breaks it at entry %i', (_, seq, tamper) => {
  expect(firstBreak(tamper(chainOf(4)), genesis)).toBe(seq);
});
