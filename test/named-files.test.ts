import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const notSource = /(^|\/)(node_modules|dist|data|\.git)(\/|$)/;

/** Every file and folder of the repository, as `/server/src/config.ts/`. */
async function sources(): Promise<string[]> {
  const top = (await readdir(root, { withFileTypes: true })).filter(({ name }) => !notSource.test(name));
  const below = top.map(async (entry) => {
    const names = entry.isDirectory() ? await readdir(join(root, entry.name), { recursive: true }) : [];
    return [
      entry.name,
      ...names.filter((name) => !notSource.test(name)).map((name) => join(entry.name, name)),
    ];
  });
  return (await Promise.all(below)).flat().map((name) => `/${name}/`);
}

/** Written by a build, or by whoever follows a recipe. */
const notInRepository = /^(server\/)?dist\/|\/generated\/$|NNNN-subject|(read-)?column-values\.ts$/;

/** Files, folders, and the folders of patterns such as `src/catalog/*.test.ts`. */
const inBackticks = /`(?:([\w./-]+\.(?:tsx?|mjs|json|css)|[a-z-]+(?:\/[a-z-]+)+\/?)|([\w./-]+)\/\*[^`]*)`/g;

test('every file and folder of the code that a page for developers names is there', async () => {
  const known = await sources();
  const decisions = (await readdir(join(root, 'docs/decisions'))).map((name) => `docs/decisions/${name}`);
  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/names.md', ...decisions]) {
    const text = await readFile(join(root, page), 'utf8');
    // What is superseded names files that are gone.
    if (text.includes('Status: superseded')) continue;
    const named = [...text.matchAll(inBackticks)]
      .map(([, path, folder]) => path ?? folder ?? '')
      .filter((path) => !notInRepository.test(path));
    const missing = named.filter(
      (path) => !known.some((source) => source.includes(`/${path.replace(/\/$/, '')}/`)),
    );
    expect(missing, page).toEqual([]);
  }
});
