/**
 * Alternates two pieces of work, so that other load on the machine affects both, and returns their medians.
 */
export async function compare(rounds, ours, theirs) {
  /** @type {Record<'ours' | 'theirs', number[]>} */
  const times = { ours: [], theirs: [] };
  for (let round = -5; round < rounds; round++) {
    const a = await timed(ours);
    const b = await timed(theirs);
    if (round < 0) continue;
    times.ours.push(a);
    times.theirs.push(b);
  }
  return { ours: median(times.ours), theirs: median(times.theirs) };
}

export async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Prints rows of a Markdown table, ready for bench/ATTEMPTS.md. */
export function printTable(title, header, rows) {
  console.log(`\n### ${title}\n`);
  console.log(`| ${header.join(' | ')} |`);
  console.log(`|${header.map(() => '---').join('|')}|`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}
