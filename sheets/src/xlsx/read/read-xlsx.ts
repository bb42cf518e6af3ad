import { damaged, FileError, sayOfFile } from '../../core/file-error.js';
import { type CellStyle, type DefinedName, plainStyle, type Sheet, type Workbook } from '../../grid/grid.js';
import { CellBudget } from '../../grid/grid-builder.js';
import { openPackage } from '../../ole/open-package.js';
import type { ZipArchive } from '../../zip/zip-archive.js';
import { OfficePackage, type PartLink } from './office-package.js';
import {
  type Property,
  parseAppProperties,
  parseCoreProperties,
  parseCustomProperties,
} from './properties.js';
import { SharedStrings } from './shared-strings.js';
import { readSheetAddenda } from './sheet-addenda.js';
import { parseStyles } from './styles.js';
import { officePalette, parseThemeColors } from './theme-colors.js';
import { parsePersons } from './threaded-comments.js';
import { type ListedSheet, WorkbookPart } from './workbook-part.js';
import { Worksheet } from './worksheet.js';

export async function readXlsxFile(path: string): Promise<Workbook> {
  const archive = await openPackage(path);
  try {
    return await readXlsx(archive);
  } finally {
    await archive.close();
  }
}

/** Reads every worksheet of an xlsx or xlsm file, one part after the other. */
export async function readXlsx(archive: ZipArchive): Promise<Workbook> {
  const parts = await OfficePackage.open(archive);
  const part = await findWorkbookPart(parts);
  const links = await parts.linksOf(part);
  const workbook = await parts.scan(part, (scanner) => new WorkbookPart(scanner));
  const reader = new SheetReader(parts, await readShared(parts, links, workbook));
  const sheets: Sheet[] = [];
  const partsRead = new Set<string>();
  for (const listed of workbook.sheets) {
    if (listed.relationshipId === undefined) continue;
    const link = links.find(({ id }) => id === listed.relationshipId);
    if (!link) throw damaged('xlsx-sheet-missing', { sheet: listed.name });
    if (link.type !== 'worksheet') continue;
    if (partsRead.has(link.target)) throw damaged('xlsx-sheet-repeated', { sheet: listed.name });
    partsRead.add(link.target);
    sheets.push(await reader.read(listed, link.target));
  }
  return {
    sheets,
    hasMacros: links.some(({ type }) => type === 'vbaProject'),
    roundsAsShown: workbook.roundsAsShown,
    definedNames: workbook.names.map((name) => definedName(name, workbook.sheets)),
    properties: await readProperties(parts),
  };
}

/** The defined names alone, for which no sheet is read. */
export async function readDefinedNames(archive: ZipArchive): Promise<DefinedName[]> {
  const parts = await OfficePackage.open(archive);
  const part = await findWorkbookPart(parts);
  const { names, sheets } = await parts.scan(part, (scanner) => new WorkbookPart(scanner));
  return names.map((name) => definedName(name, sheets));
}

export async function findWorkbookPart(parts: OfficePackage): Promise<string> {
  const linked = (await packageLinks(parts)).find(({ type }) => type === 'officeDocument')?.target;
  const candidates = [
    linked,
    ...parts.partsOfType(
      /spreadsheetml\.(sheet|template)\.main\+xml|ms-excel\.(sheet|template|addin)\.macroEnabled\.main\+xml/i,
    ),
    'xl/workbook.xml',
  ];
  const found = candidates.find((part) => part !== undefined && parts.has(part));
  if (found === undefined) throw new FileError('unsupported-file', sayOfFile('file-no-workbook'));
  return found;
}

/** Broken relationships of the package itself do no harm: the content types also identify the workbook. */
async function packageLinks(parts: OfficePackage): Promise<PartLink[]> {
  try {
    return await parts.linksOf();
  } catch (error) {
    if (error instanceof FileError && error.code === 'unreadable-file') return [];
    throw error;
  }
}

/** What the sheets of a workbook share. */
interface Shared {
  styles: readonly CellStyle[];
  texts: readonly string[];
  dateSystem: WorkbookPart['dateSystem'];
  persons: ReadonlyMap<string, string>;
  budget: CellBudget;
}

async function readShared(
  parts: OfficePackage,
  links: readonly PartLink[],
  { dateSystem }: WorkbookPart,
): Promise<Shared> {
  const partOf = (type: string) =>
    links.find((link) => link.type === type && !link.external && parts.has(link.target))?.target;
  const read = async <T>(
    type: string,
    parse: (name: string, bytes: Buffer) => T,
    otherwise: T,
  ): Promise<T> => {
    const part = partOf(type);
    const bytes = part === undefined ? undefined : await parts.bytes(part);
    return part === undefined || bytes === undefined ? otherwise : parse(part, bytes);
  };
  const theme = await read('theme', parseThemeColors, officePalette);
  const strings = partOf('sharedStrings');
  return {
    styles: await read('styles', (name, bytes) => parseStyles(name, bytes, theme), [plainStyle]),
    texts:
      strings === undefined ? [] : (await parts.scan(strings, (scanner) => new SharedStrings(scanner))).texts,
    dateSystem,
    persons: await read('person', parsePersons, new Map()),
    budget: new CellBudget(),
  };
}

class SheetReader {
  constructor(
    private readonly parts: OfficePackage,
    private readonly shared: Shared,
  ) {}

  async read({ name, visibility }: ListedSheet, part: string): Promise<Sheet> {
    const { shared, parts } = this;
    const worksheet = await parts.scan(part, (scanner) => new Worksheet(scanner, shared));
    const { links, grid, ...around } = worksheet.result();
    return {
      name,
      visibility,
      styles: shared.styles,
      dateSystem: shared.dateSystem,
      ...grid,
      ...around,
      ...(await readSheetAddenda(parts, part, links, shared.persons)),
    };
  }
}

function definedName(
  { name, sheetIndex, formula, hidden }: WorkbookPart['names'][number],
  sheets: readonly ListedSheet[],
): DefinedName {
  return {
    name,
    sheet: sheetIndex === undefined ? null : (sheets[sheetIndex]?.name ?? null),
    formula,
    hidden,
  };
}

/** Custom properties come first, so that they cannot replace the real ones. */
const propertyParsers: [type: RegExp, parse: (name: string, bytes: Buffer) => Property[]][] = [
  [/^custom-?properties$/i, parseCustomProperties],
  [/^extended-?properties$/i, parseAppProperties],
  [/^core-?properties$/i, parseCoreProperties],
];

async function readProperties(parts: OfficePackage): Promise<Record<string, string>> {
  const properties: Property[] = [];
  const links = await packageLinks(parts);
  for (const [type, parse] of propertyParsers) {
    const part = links.find((link) => type.test(link.type))?.target;
    const bytes = part === undefined ? undefined : await parts.bytes(part);
    if (part !== undefined && bytes) properties.push(...parse(part, bytes));
  }
  return Object.fromEntries(properties);
}
