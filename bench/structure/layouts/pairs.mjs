import { readByLayout } from '#structure/layouts/read-by-layout.js';
import { printTable } from '../../support/measure.mjs';

/** Every sheet against what is known of every other one. */
export function comparePairs(known) {
  // As many periods as the file has.
  const labelsOf = ({ stored }) =>
    JSON.stringify(stored.tables.map(({ columns }) => [...new Set(columns.map(({ key }) => key))]));
  const labels = known.map(labelsOf);
  const counts = { pairs: 0, wrong: 0, alike: 0 };
  const named = { wrong: 0, alike: 0 };
  let cpu = 0;
  for (const [at, one] of known.entries()) {
    const others = known.filter((_, other) => other !== at);
    counts.pairs += others.length;
    const tries = [
      [counts, 'as they are', one.file, (stored) => stored],
      [
        named,
        'all of the same name',
        'monthly figures.xlsx',
        (stored) => ({ ...stored, file: 'monthly figures' }),
      ],
    ];
    for (const [tally, , filename, changed] of tries) {
      const start = process.cpuUsage();
      const read = readByLayout(
        { sheet: one.sheet, dialect: one.dialect, filename, spec: one.spec, baseName: 'base' },
        /** @type {any[]} */ (others.map((other) => ({ ...other, remembered: () => changed(other.stored) }))),
      );
      const { user, system } = process.cpuUsage(start);
      if (tally === counts) cpu += user + system;
      if (!read || 'afresh' in read) continue;
      if (labels[known.indexOf(known.find(({ file }) => file === read.known.file))] === labels[at])
        tally.alike++;
      else {
        tally.wrong++;
        console.log(
          `${tally === named ? '(same name) ' : ''}${one.file} read like ${read.known.file}: ${read.match}, ${read.differences.map(({ kind, column, before }) => `${kind} ${column ?? ''} ${before ?? ''}`).join('; ')}`,
        );
      }
    }
  }
  printTable(
    'Sheets read like another one',
    ['files', 'pairs', 'with other labels', 'with the same labels'],
    [
      ['named as they are', counts.pairs, counts.wrong, counts.alike],
      ['all of the same name', counts.pairs, named.wrong, named.alike],
    ],
  );
  console.log(
    `\n${known.length} sheets, ${(cpu / 1000 / known.length).toFixed(2)} ms each against all others`,
  );
}
