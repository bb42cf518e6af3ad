import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig } from 'rolldown';

/** A package of its own, that npm installs anywhere: nothing but Node has to be there. */
const installable = {
  name: 'installable',
  async generateBundle(_, bundle) {
    const { name, version, license, description } = JSON.parse(await readFile('package.json', 'utf8'));
    const { engines } = JSON.parse(await readFile('../package.json', 'utf8'));
    const manifest = { name, version, license, description, engines, bin: { wds: 'wds.cjs' } };
    const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
    const files = {
      'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
      LICENSE: await readFile('../LICENSE', 'utf8'),
      'THIRD-PARTY-LICENSES': await licensesOf(modules),
    };
    for (const [fileName, source] of Object.entries(files))
      this.emitFile({ type: 'asset', fileName, source });
  },
  writeBundle: () => chmod('dist/wds.cjs', 0o755),
};

/** Whoever passes a package on has to pass on its licence. */
async function licensesOf(modules) {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []));
  const texts = [...folders].sort().map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
    if (!license) throw new Error(`${name} has no file with its licence.`);
    return `${name} ${version}\n\n${await readFile(join(folder, license), 'utf8')}`;
  });
  return (await Promise.all(texts)).join('\n\n');
}

/** Commander starts programs for commands that are files, of which there are none; Node takes long to load that. */
const startingNoPrograms = {
  name: 'starting-no-programs',
  resolveId: (id, importer) =>
    id === 'node:child_process' && importer?.includes('/commander/') ? '\0nothing' : undefined,
  load: (id) => (id === '\0nothing' ? 'export {};' : undefined),
};

/** CommonJS starts sooner than modules do, and what only some commands need is loaded by them. */
export default defineConfig({
  input: { wds: 'src/main.ts' },
  platform: 'node',
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  plugins: [startingNoPrograms, installable],
  output: {
    dir: 'dist',
    format: 'cjs',
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
    entryFileNames: '[name].cjs',
    chunkFileNames: 'wds-[name].cjs',
    minify: true,
  },
});
