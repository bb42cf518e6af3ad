#!/usr/bin/env node
// Lists every package that the service uses, from the lock file, in THIRD-PARTY-NOTICES.md, and refuses licences
// that are not on the list below.
//
//   node scripts/third-party-notices.mjs            writes the file
//   node scripts/third-party-notices.mjs --check    exits with 1 if the file is out of date
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../THIRD-PARTY-NOTICES.md', import.meta.url);
const LOCK = new URL('../package-lock.json', import.meta.url);

/** None of them requires anything of a program that merely uses the package, except to keep its notice. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/** Packages whose licence was reviewed individually. */
const exceptions = {
  pyodide: {
    license: 'MPL-2.0',
    why: 'its files are used unchanged; MPL-2.0 binds those files, not the programs beside them',
  },
  '@expo-google-fonts/noto-sans-jp': {
    license: 'MIT AND OFL-1.1',
    why: 'OFL-1.1 binds the font, which is used unchanged, not what is drawn with it',
  },
  jstat: { license: 'MIT', why: 'its package.json names none, its LICENSE file does' },
};

function runtimePackages({ packages }) {
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.dev)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, license: exceptions[name]?.license ?? license };
    })
    .sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** By code unit: the order must not depend on the machine. */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function isAllowed({ name, license }) {
  return allowed.has(license) || exceptions[name]?.license === license;
}

function notices(found) {
  const licenses = [...new Set(found.map(({ license }) => license))].sort();
  const sections = licenses.map((license) => {
    const lines = found
      .filter((one) => one.license === license)
      .map(({ name, version }) => `- ${name} ${version}`);
    return `## ${license}\n\n${[...new Set(lines)].join('\n')}\n`;
  });
  const notes = Object.entries(exceptions).map(
    ([name, { license, why }]) => `- ${name} (${license}): ${why}.`,
  );
  return [
    '# Third-party notices\n',
    'The service runs with these packages. Their licences, with the names of those who hold the rights, are in the packages',
    'themselves, below `node_modules/`. Written by `npm run notices` from the lock file.\n',
    `Looked at one by one:\n\n${notes.join('\n')}\n`,
    ...sections,
  ].join('\n');
}

const found = runtimePackages(JSON.parse(readFileSync(LOCK, 'utf8')));
const refused = found.filter((one) => !isAllowed(one));
for (const { name, version, license } of refused)
  console.error(`${name} ${version}: the licence ${license ?? '(none)'} is not on the list of those allowed`);
const text = notices(found);
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (text !== readFileSync(FILE, 'utf8')) {
  console.error('THIRD-PARTY-NOTICES.md is not current: run npm run notices');
  process.exitCode = 1;
}
if (refused.length > 0) process.exitCode = 1;
