// Names what is exported though no other file imports it, and fails if there is anything. What a package offers by the
// `exports` of its package.json is for others, and default exports are for tools.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, ResolverFactory } from 'rolldown/experimental';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
const { workspaces } = manifestOf('.');
const resolver = new ResolverFactory({
  conditionNames: ['workbook-source', 'types', 'import', 'default'],
  extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
});

const sources = [...workspaces, 'test', 'bench', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .concat('vitest.config.ts')
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/[/\\](node_modules|dist)[/\\]/.test(file))
  .map((file) => join(root, file));

const offered = new Set(
  workspaces.flatMap((folder) =>
    Object.values(manifestOf(folder).exports ?? {}).map((entry) =>
      join(root, folder, entry['workbook-source']),
    ),
  ),
);

/** The client has its sentences by copy. */
const original = (file) =>
  file.replace(join(root, 'client/src/generated/messages'), join(root, 'contract/src/messages'));
const isGenerated = (file) => /[/\\]generated[/\\]/.test(file);

const EVERYTHING = '*';
/** @type {Map<string, Set<string>>} The names that other files import, by file. */
const used = new Map(sources.map((file) => [file, new Set()]));
/** @type {{ file: string, name: string, line: number }[]} */
const declared = [];

for (const file of sources) {
  const text = readFileSync(file, 'utf8');
  const { staticImports, staticExports } = parseSync(file, text).module;
  const use = (request, names) => {
    const users = used.get(original(resolver.sync(dirname(file), request).path ?? ''));
    for (const name of names) users?.add(name);
  };
  for (const { moduleRequest, entries } of staticImports)
    use(
      moduleRequest.value,
      entries.map(({ importName }) => (importName.kind === 'NamespaceObject' ? EVERYTHING : importName.name)),
    );
  // Of a module that is loaded later, the names that stand anywhere in the file.
  for (const [, request] of text.matchAll(/\b(?:import|new URL)\(\s*'([^']+)'/g))
    use(request, text.match(/[\w$]+/g) ?? []);
  for (const { moduleRequest, importName, exportName } of staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest) use(moduleRequest.value, [importName.name ?? EVERYTHING]);
    if (exportName.kind !== 'Name' || offered.has(file) || isGenerated(file)) continue;
    const line = text.slice(0, Number(exportName.start)).split('\n').length;
    declared.push({ file, name: String(exportName.name), line });
  }
}

const isUsed = ({ file, name }) => used.get(file)?.has(name) || used.get(file)?.has(EVERYTHING);
const unused = declared.filter((one) => !isUsed(one));
for (const { file, name, line } of unused)
  console.error(`${relative(root, file)}:${line} exports ${name}, which no other file imports.`);
if (unused.length > 0) process.exitCode = 1;
