import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('.', import.meta.url));

/** The layers of ARCHITECTURE.md from the bottom up, each with those below it that it may import. */
const layers = {
  contract: [],
  'sheets/core': [],
  'sheets/zip': ['sheets/core'],
  'sheets/ole': ['sheets/core', 'sheets/zip'],
  'sheets/grid': ['sheets/core'],
  'sheets/formula': ['sheets/core'],
  'sheets/xlsx': ['sheets/core', 'sheets/zip', 'sheets/ole', 'sheets/grid'],
  'sheets/spreadsheet': [
    'sheets/core',
    'sheets/zip',
    'sheets/ole',
    'sheets/grid',
    'sheets/formula',
    'sheets/xlsx',
  ],
  /** What a cell may hold and how it is addressed, of use to all; what knows of files is for few. */
  values: ['sheets/core', 'sheets/grid', 'sheets/formula', 'sheets/spreadsheet', 'sheets/xlsx'],
  sheets: ['sheets/core', 'sheets/zip', 'sheets/grid', 'sheets/formula', 'sheets/xlsx', 'sheets/spreadsheet'],
  structure: ['values', 'sheets'],
  core: ['contract', 'values'],
  process: ['core', 'contract'],
  log: ['core', 'process'],
  files: [],
  config: ['core'],
  blobs: ['core', 'contract'],
  catalog: ['core', 'contract'],
  engine: ['core', 'contract', 'process'],
  'file-workers': ['core', 'contract', 'process', 'sheets', 'structure', 'engine'],
  'chart-workers': ['core', 'contract', 'process'],
  gateways: ['core', 'contract', 'log', 'process'],
  workbook: ['core', 'contract', 'log', 'sheets', 'catalog', 'engine', 'file-workers', 'blobs'],
  features: ['core', 'contract', 'log', 'config', 'catalog', 'chart-workers', 'gateways', 'workbook'],
  background: ['core', 'contract', 'log', 'catalog', 'gateways', 'workbook', 'features'],
  present: ['core', 'contract', 'catalog', 'workbook', 'features'],
  edge: ['core', 'contract', 'workbook', 'features', 'present'],
  http: ['core', 'contract', 'log', 'catalog', 'workbook', 'features', 'present', 'edge'],
  mcp: ['core', 'contract', 'log', 'catalog', 'workbook', 'features', 'present', 'edge'],
  odata: ['core', 'contract', 'log', 'catalog', 'workbook', 'features', 'present', 'edge'],
  'delta-sharing': ['core', 'contract', 'log', 'catalog', 'workbook', 'features', 'present', 'edge'],
  cli: ['core', 'contract'],
  telemetry: ['core', 'log'],
  wiring: [
    'core',
    'process',
    'log',
    'files',
    'config',
    'blobs',
    'catalog',
    'engine',
    'file-workers',
    'chart-workers',
    'gateways',
    'workbook',
    'features',
    'background',
  ],
  start: [
    'core',
    'process',
    'log',
    'files',
    'config',
    'telemetry',
    'http',
    'mcp',
    'odata',
    'delta-sharing',
    'wiring',
  ],
} as const satisfies Record<string, readonly string[]>;

type Layer = keyof typeof layers;

const topLevel: Record<string, Layer> = {
  'main.ts': 'start',
  'supervise.ts': 'start',
  'config.ts': 'config',
  'config-kinds.ts': 'config',
  'open-service.ts': 'wiring',
  'open-stores.ts': 'wiring',
  'opened-parts.ts': 'wiring',
  'verify-data.ts': 'wiring',
  'backup.ts': 'wiring',
  'restore.ts': 'wiring',
  'run-command.ts': 'wiring',
  'reset-password.ts': 'wiring',
  'log.ts': 'log',
  'metrics.ts': 'log',
  'report-processes.ts': 'wiring',
  'private-files.ts': 'files',
};

interface Import {
  from: string;
  to: string;
  /** Whether it imports nothing that could be called. */
  isType: boolean;
}

/** Workspaces below the service; their files are named relative to this directory. */
const packages = ['contract', 'sheets', 'structure'].map((name) => ({
  folder: `../../${name}/src/`,
  specifier: `@workbook-data-service/${name}`,
}));

const files = ['', ...packages.map(({ folder }) => folder)].flatMap(sourcesIn);

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => folder + file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'));
}

const valuesOfCells =
  /^(sheets\/src\/exports\/(addresses|dates|exact-numbers|formula|messages|names|number-formats|text-values|values)|structure\/src\/((exports\/)?(parse-spec|findings|confidence-of|take-reading|periods)|layouts\/remembered|values\/(periods|period-years|month-names)))\.ts$/;

function layerOf(file: string): Layer | undefined {
  const layer = nameOfLayer(file.replace('../../', ''), file.startsWith('../../'));
  return layer !== undefined && layer in layers ? (layer as Layer) : undefined;
}

function nameOfLayer(file: string, isPackage: boolean): string | undefined {
  if (!isPackage) return file.includes('/') ? file.split('/')[0] : topLevel[file];
  if (valuesOfCells.test(file)) return 'values';
  const [name = '', , room = ''] = file.split('/');
  return name === 'sheets' && room !== 'exports' ? `sheets/${room}` : name;
}

function importsOf(from: string): Import[] {
  const source = readFileSync(join(root, from), 'utf8');
  const statements = source.matchAll(/^(?:import|export)\s(?<what>[^;]*?)\sfrom\s'(?<path>[^']+)'/gms);
  const calls = source.matchAll(
    /\b(?<what>import)\(\s*'(?<path>[^']+)'|^(?<what2>import) '(?<path2>[^']+)'/gm,
  );
  return [...statements, ...calls].flatMap(({ groups = {} }) => {
    const to = fileOf(groups.path ?? groups.path2 ?? '', from);
    return to === undefined ? [] : [{ from, to, isType: groups.what?.startsWith('type ') ?? false }];
  });
}

/** Undefined for external packages. */
function fileOf(path: string, from: string): string | undefined {
  const source = packages.find(({ specifier }) => path === specifier || path.startsWith(`${specifier}/`));
  if (source) {
    const entry = path.slice(source.specifier.length + 1) || 'index';
    return `${source.folder}${source.specifier.endsWith('contract') ? '' : 'exports/'}${entry}.ts`;
  }
  if (!path.startsWith('.')) return undefined;
  return relative(root, resolve(root, dirname(from), path))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '.ts');
}

function isAllowed({ from, to }: Import): boolean {
  const [above, below] = [layerOf(from), layerOf(to)];
  if (above === undefined || below === undefined) return false;
  if (below === 'values' && !above.startsWith('sheets/') && above !== 'contract') return true;
  return above === below || (layers[above] as readonly Layer[]).includes(below);
}

const imports = files.flatMap(importsOf);

test('every file has its place in a layer', () => {
  expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
});

test('every import points to a file', () => {
  expect(imports.filter(({ to }) => !files.includes(to))).toEqual([]);
  expect(imports.length).toBeGreaterThan(files.length);
});

test('imports point downward only', () => {
  const wrong = imports.filter((one) => !isAllowed(one));
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('every layer is above those it may import', () => {
  const names = Object.keys(layers);
  const upward = Object.entries(layers).flatMap(([layer, below]) =>
    below.filter((name) => names.indexOf(name) >= names.indexOf(layer)).map((name) => `${layer} to ${name}`),
  );
  expect(upward).toEqual([]);
});

test.each<[Layer, Layer[]]>([
  ['engine', ['file-workers', 'wiring', 'workbook']],
  ['file-workers', ['wiring', 'workbook']],
  ['blobs', ['wiring', 'workbook']],
  ['background', ['wiring']],
])('%s is imported by %s alone', (layer, importers) => {
  const found = imports.filter(({ to }) => layerOf(to) === layer).map(({ from }) => layerOf(from));
  expect([...new Set(found)].filter((importer) => importer !== layer).sort()).toEqual(importers);
});

test.each(['features', 'workbook', '../../structure/src'])('the folders of %s form no ring', (place) => {
  const folderOf = (file: string) => {
    const inside = file.startsWith(`${place}/`) ? file.slice(place.length + 1) : '';
    return inside.includes('/') ? inside.split('/')[0] : undefined;
  };
  const below = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [importer, imported] = [folderOf(from), folderOf(to)];
    if (!importer || !imported || importer === imported) continue;
    below.set(importer, (below.get(importer) ?? new Set()).add(imported));
  }
  expect(below.size).toBeGreaterThan(1);
  expect(ringsOf(below)).toEqual([]);
});

/** The sets of nodes that reach each other. */
function ringsOf(below: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachedFrom = (start: string) => {
    const reached = new Set<string>();
    const visit = (node: string) => {
      for (const next of below.get(node) ?? []) {
        if (reached.has(next)) continue;
        reached.add(next);
        visit(next);
      }
    };
    visit(start);
    return reached;
  };
  const reach = new Map([...below.keys()].sort().map((node) => [node, reachedFrom(node)]));
  const rings = [...reach.keys()].map((node) =>
    [...reach.keys()].filter((other) => reach.get(node)?.has(other) && reach.get(other)?.has(node)),
  );
  return [...new Map(rings.filter(({ length }) => length > 1).map((ring) => [ring.join(), ring])).values()];
}

const consoleImports = sourcesIn('../../console/src/').flatMap(importsOf);
const inConsole = (file: string) => file.replace('../../console/src/', '').replace(/\.tsx?$/, '');

test('the folders of the console import what is below them', () => {
  const below: Record<string, string[]> = {
    preferences: [],
    text: ['preferences'],
    ui: ['preferences', 'text'],
    app: ['preferences', 'text', 'ui'],
    grid: ['preferences', 'text', 'ui', 'app'],
    rooms: ['preferences', 'text', 'ui', 'app', 'grid'],
    router: ['text', 'ui', 'app', 'rooms'],
    main: ['preferences', 'ui', 'app', 'router'],
  };
  const upward = consoleImports.filter(({ from, to }) => {
    const [importer = '', imported = ''] = [from, to].map((file) => inConsole(file).split('/')[0]);
    return importer !== imported && !below[importer]?.includes(imported);
  });
  expect(upward.map(({ from, to }) => `${inConsole(from)} imports ${inConsole(to)}`)).toEqual([]);
});

test('a room of the console imports no other', () => {
  const roomOf = (file: string) => /console\/src\/rooms\/([^/]+)\//.exec(file)?.[1];
  const across = consoleImports.filter(({ from, to }) => {
    const [importer, imported] = [roomOf(from), roomOf(to)];
    return importer !== undefined && imported !== undefined && importer !== imported;
  });
  expect(across.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('only workbook/ looks into the stores behind its handle', () => {
  const importers = imports.filter(({ to }) => to === 'workbook/stores.ts').map(({ from }) => from);
  expect(importers.filter((from) => !from.startsWith('workbook/'))).toEqual([]);
  expect(importers).toContain('workbook/workbook-data.ts');
});

test('whole rows, regardless of policies, are for writing: their users are listed here', () => {
  const importers = imports
    .filter(({ to, isType }) => to.startsWith('workbook/ungoverned/') && !isType)
    .map(({ from }) => from)
    .filter((from) => !from.startsWith('workbook/ungoverned/'));
  expect([...new Set(importers)].sort()).toEqual([
    // Features that write. Their responses show only cells of columns that the caller sees.
    'features/conflicts/resolve-conflict.ts',
    'features/history/content-before.ts',
    'features/history/inverse-of-rows.ts',
    'features/history/plan-restore.ts',
    'features/merging/merge-file.ts',
    'features/revising/plan-revision.ts',
    'features/structuring/update-tables.ts',
    'features/tables/apply-formula.ts',
    'features/tables/create-table.ts',
    'features/tables/override-rows.ts',
    'features/tables/retype-column.ts',
    'features/tables/with-formulas.ts',
    'features/transforms/compute-python.ts',
    'features/transforms/compute-transform.ts',
    'features/transforms/create-transform.ts',
    // The original file with its changes; refused where the workbook has policies.
    'workbook/reading/export-preserved.ts',
    // These leave out the cells that the reader may not see.
    'workbook/reading/planned-cells.ts',
    'workbook/reading/row-at.ts',
    // Pages are made of it for a reader, who gets no other columns.
    'workbook/reading/small-tables/load-small-table.ts',
    'workbook/reading/table-difference.ts',
    'workbook/upkeep/compact-table.ts',
    // Finds names of columns only.
    'workbook/upkeep/trace-run.ts',
  ]);
});
