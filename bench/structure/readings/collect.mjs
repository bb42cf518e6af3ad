// Readings of sheets whose right tables are known, with their signs, one sheet a line, for fit-judge.mjs.
//   node bench/structure/readings/collect.mjs <file> [business sheets] [sheets of each family]
import { appendFileSync, writeFileSync } from 'node:fs';
import { businessCase, businessSheets } from '../business/cases.mjs';
import { compare } from '../outcomes/compare.mjs';
import { families } from '../outcomes/families.mjs';
import { makeCase } from '../outcomes/make-case.mjs';
import { structureRead } from '../outcomes/structure-case.mjs';
import { seenReadings } from './seen-readings.mjs';

const [file, business = '200', perFamily = '4'] = process.argv.slice(2);
const MOST = 16;

writeFileSync(file, '');
for (const family of Object.keys(families))
  for (let at = 0; at < Number(perFamily); at++)
    await collect(`family ${family}`, `${family} ${at}`, makeCase(family, 8001 + at));
const names = businessSheets();
const step = names.length / Number(business);
for (let at = 0; at < Number(business); at++) {
  const name = names[Math.floor(at * step)];
  await collect(`business ${at % 10}`, name, businessCase(name));
}

async function collect(source, sheet, one) {
  const read = await one.page.read(one.format, one.base);
  const { spec, differences } = structureRead(one, read);
  if (!spec || read.sheet.rowCount > 400) return;
  const seen = seenReadings({ ...read, spec, base: one.base, most: MOST, below: 1 });
  if (seen.length < 2) return;
  const readings = seen.map(({ ids, signs, made, confidence }, at) => ({
    ids,
    confidence,
    signs,
    right: at === 0 ? differences.length === 0 : compare(one, made).differences.length === 0,
  }));
  appendFileSync(file, `${JSON.stringify({ source, sheet, readings })}\n`);
}
