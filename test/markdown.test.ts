import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (page: string) => readFile(join(root, page), 'utf8');

const pages = [
  ...(await readdir(root)),
  ...(await readdir(root))
    .map((workspace) => `${workspace}/README.md`)
    .filter((page) => existsSync(join(root, page))),
  ...(await readdir(join(root, 'docs'), { recursive: true })).map((name) => `docs/${name}`),
  ...(await readdir(join(root, '.github'), { recursive: true })).map((name) => `.github/${name}`),
  'bench/ATTEMPTS.md',
].filter((name) => name.endsWith('.md') && name !== 'THIRD-PARTY-NOTICES.md');

test('no line is too long to read in a terminal', async () => {
  for (const page of pages)
    expect(
      (await read(page)).split('\n').filter((line) => line.length >= 140),
      `${page} has lines of 140 characters or more: break them`,
    ).toEqual([]);
});

test('every link leads to a file of the repository, and to a heading of it', async () => {
  for (const page of pages) {
    const links = [...withoutCode(await read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
    const inside = links.filter((to) => !/^https?:/.test(to));
    const broken = await Promise.all(inside.map(async (to) => ((await leads(page, to)) ? [] : [to])));
    expect(broken.flat(), page).toEqual([]);
  }
});

/** Whether a link on a page leads somewhere. */
async function leads(page: string, to: string): Promise<boolean> {
  const { pathname, hash } = new URL(to, new URL(page, 'file:///'));
  const target = join(root, decodeURIComponent(pathname));
  if (!existsSync(target)) return false;
  return (
    hash === '' || headingsOf(await readFile(target, 'utf8')).includes(decodeURIComponent(hash.slice(1)))
  );
}

const withoutCode = (markdown: string) => markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');

/** The addresses of the headings of a page, as GitHub makes them. */
const headingsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('the changelog has the sections that Keep a Changelog names, the newest version first', async () => {
  const headings = [...(await read('CHANGELOG.md')).matchAll(/^(##+) (.+)$/gm)].map(
    ([, , heading]) => heading,
  );
  expect(headings[0]).toBe('Unreleased');
  const known =
    /^(Unreleased|\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}|Added|Changed|Deprecated|Removed|Fixed|Security)$/;
  expect(headings.filter((heading = '') => !known.test(heading))).toEqual([]);
});
