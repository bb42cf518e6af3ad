import type { VerifiedBlobs } from './verify-blobs.js';

/** The lines that commands print about verified blobs. */
export function describeFindings({ checked, findings }: VerifiedBlobs): string {
  const lines = findings.map(({ state, hash, neededBy }) => `${state} ${hash}: ${neededBy.join(', ')}\n`);
  const count = (state: string) => findings.filter((finding) => finding.state === state).length;
  return (
    lines.join('') +
    `${checked} blobs checked: ${count('damaged')} damaged, ${count('missing')} missing, ${count('restored')} restored.\n`
  );
}
