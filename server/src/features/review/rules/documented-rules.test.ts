import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { reviewRules } from './index.js';

/** For each group of rules a table of what they say, and what each looks at. */
function printedRules(): string {
  const groups = [...new Set(reviewRules.map(({ group }) => group))];
  return groups
    .map((group) => {
      const rules = reviewRules.filter((rule) => rule.group === group);
      return [
        `### ${group[0]?.toUpperCase()}${group.slice(1)}`,
        '',
        '| rule | at most | what it says |',
        '|---|---|---|',
        ...rules.map(({ id, severity, title }) => `| \`${id}\` | ${severity} | ${title} |`),
        '',
        ...rules.map(({ id, looksAt }) => wrapped(`- \`${id}\`: ${looksAt}`)),
      ].join('\n');
    })
    .join('\n\n');
}

function wrapped(item: string): string {
  const lines = [''];
  for (const word of item.split(' ')) {
    const last = lines.at(-1) as string;
    if (last.length + word.length < 120) lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}

test('the documentation lists every rule as GET …/review/rules does', async () => {
  const path = new URL('../../../../../docs/review.md', import.meta.url);
  const page = await readFile(path, 'utf8');
  const printed = page.replace(
    /(<!-- rules -->\n)[\s\S]*(<!-- \/rules -->)/,
    (_, open: string, close: string) => `${open}\n${printedRules()}\n\n${close}`,
  );
  if (process.env.UPDATE_DOCS === '1') await writeFile(path, printed);
  else expect(page).toBe(printed);
});

test('ids of rules are unique', () => {
  const ids = reviewRules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
