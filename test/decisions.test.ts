import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = new URL('../docs/decisions/', import.meta.url);
const files = (await readdir(folder)).filter((name) => name !== 'README.md').sort();
const pages = await Promise.all(files.map(readPage));
const index = await readFile(new URL('README.md', folder), 'utf8');

/** Title, status and paragraphs of a page; a paragraph may be wrapped. */
async function readPage(file: string) {
  const [title = '', status = '', ...paragraphs] = (await readFile(new URL(file, folder), 'utf8'))
    .trimEnd()
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll('\n', ' '));
  return { file, number: file.slice(0, 4), title, status, paragraphs };
}

const link = String.raw`\[(\d{4})\]\(([^)]+)\)`;

test('every decision has a title without a number, a status, and the sections of the house in their order', () => {
  const status = new RegExp(
    `^Status: (accepted|(accepted, amended|superseded) by ${link}((,| and) ${link})*)$`,
  );
  const section = /^\*\*([^*]+)\.\*\*|^#/;
  for (const { file, title, status: stated, paragraphs } of pages) {
    expect(file).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    expect(title, file).toMatch(/^# \D/);
    expect(stated, file).toMatch(status);
    const sections = paragraphs.map((paragraph) => section.exec(paragraph)).filter((found) => found !== null);
    expect(sections.map(([heading, name]) => name ?? heading).join(', '), file).toMatch(
      /^Context, Choice(, Measured)?(, Consequences)?, Weighed, What would change our mind$/,
    );
  }
});

test('what amends or supersedes a decision is a later one', () => {
  for (const { file, number, status } of pages)
    for (const [, later = '', page = ''] of status.matchAll(new RegExp(link, 'g'))) {
      expect(files, file).toContain(page);
      expect(page.slice(0, 4), file).toBe(later);
      expect(Number(later), file).toBeGreaterThan(Number(number));
    }
});

test('the index lists every decision once, with its title and status', () => {
  const expected = pages.map(({ number, title, status }) => {
    const state = status.replace('Status: ', '').replaceAll(new RegExp(link, 'g'), '[$1]');
    return `| [${number}] | ${title.replace('# ', '')} | ${state} |`;
  });
  const lines = index.split('\n');
  expect(lines.filter((line) => line.startsWith('| [')).sort()).toEqual(expected);
  expect(lines.filter((line) => line.startsWith('['))).toEqual(
    pages.map(({ number, file }) => `[${number}]: ${file}`),
  );
});
