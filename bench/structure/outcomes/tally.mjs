import { printTable } from '../../support/measure.mjs';
import { calibrationRows } from './calibration.mjs';
import { differenceKinds } from './compare.mjs';

/** Counts outcomes by family and style, and prints them. */
export class Tally {
  #families = new Map();
  #styles = new Map();
  #judged = [];

  add({ family, styles }, { made, right, differences, cpuMs }) {
    const isRight = differences.length === 0;
    const counts = entry(this.#families, family, () => ({
      cases: 0,
      right: 0,
      cpuMs: 0,
      tables: 0,
      kinds: new Map(),
    }));
    counts.cases++;
    counts.right += Number(isRight);
    counts.cpuMs += cpuMs;
    counts.tables += made.length;
    for (const kind of new Set(differences.map((difference) => difference.kind)))
      counts.kinds.set(kind, (counts.kinds.get(kind) ?? 0) + 1);
    for (const style of styles) {
      const one = entry(this.#styles, `${family}\n${style}`, () => ({ cases: 0, right: 0 }));
      one.cases++;
      one.right += Number(isRight);
    }
    for (const table of made.filter(({ role }) => role !== 'notes')) {
      this.#judged.push({ confidence: table.confidence, right: right.includes(table) });
    }
  }

  print({ byStyle }) {
    const rows = [...this.#families].map(([family, counts]) => this.#row(family, counts));
    const all = [...this.#families.values()].reduce(joined);
    printTable(
      'Outcomes: sheets whose tables are exactly right, and what differs in the others',
      ['family', 'cases', 'right', ...differenceKinds, 'CPU ms a table'],
      [...rows, this.#row('all', all)],
    );
    printTable(
      'Confidence: tables exactly right',
      ['confidence', 'tables', 'right'],
      calibrationRows(this.#judged),
    );
    if (!byStyle) return;
    const styles = [...this.#styles].map(([key, { cases, right }]) => [
      ...key.split('\n'),
      cases,
      rate(right, cases),
    ]);
    printTable('Outcomes by style', ['family', 'style', 'cases', 'right'], styles);
  }

  #row(family, { cases, right, cpuMs, tables, kinds }) {
    return [
      family,
      cases,
      rate(right, cases),
      ...differenceKinds.map((kind) => kinds.get(kind) ?? 0),
      (cpuMs / Math.max(1, tables)).toFixed(1),
    ];
  }
}

function joined(a, b) {
  const kinds = new Map(
    differenceKinds.map((kind) => [kind, (a.kinds.get(kind) ?? 0) + (b.kinds.get(kind) ?? 0)]),
  );
  return {
    cases: a.cases + b.cases,
    right: a.right + b.right,
    cpuMs: a.cpuMs + b.cpuMs,
    tables: a.tables + b.tables,
    kinds,
  };
}

const rate = (right, cases) => (cases === 0 ? '' : (right / cases).toFixed(3));

function entry(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}
