import { copyFile, rm } from 'node:fs/promises';
import type { DateSystem } from '../../core/date-serials.js';
import type { SheetTable } from '../../grid/grid.js';
import { openPackage } from '../../ole/open-package.js';
import { ZipArchive } from '../../zip/zip-archive.js';
import type { ZipEntry } from '../../zip/zip-directory.js';
import { ZipWriter } from '../../zip/zip-writer.js';
import { OfficePackage } from '../read/office-package.js';
import { findWorkbookPart } from '../read/read-xlsx.js';
import { relsNameOf } from '../read/relationships.js';
import { parseTable } from '../read/tables.js';
import { WorkbookPart } from '../read/workbook-part.js';
import { cannotPatch } from './cannot-patch.js';
import { type CellEdit, CellEdits, inDateSystem } from './cell-edits.js';
import { type CellResults, noResults } from './cell-results.js';
import { DateStyles } from './date-styles.js';
import { type GrownTable, grownTablePart } from './grown-tables.js';
import { calculatedOnLoad, withoutCalcChainLink, withoutContentType } from './recalculation.js';
import { SheetEditor } from './sheet-editor.js';
import { splicePart } from './xml-splicer.js';

/** A sheet by its name, with its changes, of which there may be none. */
export interface SheetPatch {
  sheet: string;
  edits: readonly CellEdit[];
  /** Excel tables that take rows which the edits add. */
  grown?: readonly GrownTable[] | undefined;
}

/** What happened to the named sheets. */
interface PatchSummary {
  /** Formulas that existed before and still do. */
  preservedFormulas: number;
  writtenFormulas: number;
  removedFormulas: number;
  changedCells: number;
}

/** By the name of the sheet, which may be one without a patch. */
type SheetResults = ReadonlyMap<string, CellResults>;

/**
 * Copies a workbook with some cells changed, and the results that follow from them. Every unchanged part keeps
 * its compressed bytes, and every changed one all bytes around the changes; without edits the copy is
 * identical.
 */
export async function patchXlsx(
  sourcePath: string,
  outPath: string,
  patches: readonly SheetPatch[],
  results: SheetResults = new Map(),
): Promise<PatchSummary> {
  const source = await openPackage(sourcePath);
  // Some parts depend on the end of a sheet but come before it in the file, so all are changed first.
  const changedPath = `${outPath}.changed`;
  try {
    const patcher = await WorkbookPatcher.open(source);
    const changed = await ZipWriter.create(changedPath);
    const summary = await closing(changed, () => patcher.changeParts(changed, patches, results));
    if (summary.changedCells === 0) await copyFile(sourcePath, outPath);
    else await assemble(source, changedPath, outPath, patcher.droppedPart);
    return summary;
  } finally {
    await source.close();
    await rm(changedPath, { force: true });
  }
}

async function closing<Result>(zip: ZipWriter, write: () => Promise<Result>): Promise<Result> {
  try {
    const result = await write();
    await zip.close();
    return result;
  } catch (error) {
    await zip.abandon();
    throw error;
  }
}

/** The parts in the order of the source, changed ones in place of those they replace. */
async function assemble(
  source: ZipArchive,
  changedPath: string,
  outPath: string,
  dropped: ZipEntry | undefined,
): Promise<void> {
  const changed = await ZipArchive.open(changedPath);
  try {
    const out = await ZipWriter.create(outPath);
    await closing(out, async () => {
      for (const entry of source.entries) {
        if (entry === dropped) continue;
        const replacement = changed.find(entry.name);
        const archive = replacement ? changed : source;
        await out.addPacked(replacement ?? entry, archive.packedChunks(replacement ?? entry));
      }
    });
  } finally {
    await changed.close();
  }
}

class WorkbookPatcher {
  /** The calculation chain, dropped once a formula that it lists is gone. */
  droppedPart: ZipEntry | undefined;

  private constructor(
    private readonly source: ZipArchive,
    private readonly parts: OfficePackage,
    private readonly dateSystem: DateSystem,
    private readonly workbookEntry: ZipEntry,
    private readonly sheetEntries: ReadonlyMap<string, ZipEntry>,
    private readonly stylesEntry: ZipEntry | undefined,
    private readonly calcChainEntry: ZipEntry | undefined,
  ) {}

  static async open(source: ZipArchive): Promise<WorkbookPatcher> {
    const parts = await OfficePackage.open(source);
    const part = await findWorkbookPart(parts);
    const links = await parts.linksOf(part);
    const workbook = await parts.scan(part, (scanner) => new WorkbookPart(scanner));
    const sheets = new Map<string, ZipEntry>();
    for (const { name, relationshipId } of workbook.sheets) {
      const link = links.find(({ id, type }) => id === relationshipId && type === 'worksheet');
      const entry = link && source.find(link.target);
      if (entry) sheets.set(name, entry);
    }
    const linked = (type: string) => {
      const link = links.find((one) => one.type === type && !one.external);
      return link && source.find(link.target);
    };
    return new WorkbookPatcher(
      source,
      parts,
      workbook.dateSystem,
      source.find(part) as ZipEntry,
      sheets,
      linked('styles'),
      linked('calcChain'),
    );
  }

  async changeParts(
    changed: ZipWriter,
    patches: readonly SheetPatch[],
    results: SheetResults,
  ): Promise<PatchSummary> {
    const styles = await DateStyles.read(
      this.stylesEntry?.name ?? '',
      this.stylesEntry && (await this.source.bytes(this.stylesEntry)),
    );
    const sheets: SheetEditor[] = [];
    const change = async (patch: SheetPatch): Promise<SheetEditor> =>
      await this.#changeSheet(changed, patch, styles, results.get(patch.sheet) ?? noResults);
    for (const patch of patches) sheets.push(await change(patch));
    const sum = (count: (sheet: SheetEditor) => number) =>
      sheets.reduce((total, sheet) => total + count(sheet), 0);
    const summary = {
      preservedFormulas: sum((sheet) => sheet.keptFormulas),
      writtenFormulas: sum((sheet) => sheet.writtenFormulas),
      removedFormulas: sum((sheet) => sheet.removedFormulas),
      changedCells: sum((sheet) => sheet.changedCells),
    };
    const others = [...results.keys()].filter((name) => !patches.some(({ sheet }) => sheet === name));
    for (const sheet of others) await change({ sheet, edits: [] });
    if (summary.changedCells > 0) await this.#change(changed, this.workbookEntry, calculatedOnLoad);
    if (summary.removedFormulas > 0) await this.#dropCalcChain(changed);
    if (styles.hasAdded) {
      await this.#change(changed, this.stylesEntry, (name, bytes) => styles.addTo(name, bytes));
    }
    return summary;
  }

  async #changeSheet(
    changed: ZipWriter,
    patch: SheetPatch,
    styles: DateStyles,
    results: CellResults,
  ): Promise<SheetEditor> {
    const { sheet, grown = [] } = patch;
    const edits = new CellEdits(inDateSystem(patch.edits, this.dateSystem));
    const entry = this.sheetEntries.get(sheet);
    if (!entry) throw cannotPatch('patch-no-worksheet', { sheet: String(sheet) });
    if (edits.count > 0) await this.#changeTables(changed, entry, edits, grown);
    let editor: SheetEditor | undefined;
    const chunks = splicePart(this.source, entry, (splicer) => {
      editor = new SheetEditor(splicer, edits, styles, results, grown);
      return editor;
    });
    if (edits.count > 0 || results.size > 0) await changed.addStream(entry.name, chunks);
    else for await (const _ of chunks);
    return editor as unknown as SheetEditor;
  }

  async #changeTables(
    changed: ZipWriter,
    sheet: ZipEntry,
    edits: CellEdits,
    grown: readonly GrownTable[],
  ): Promise<void> {
    for (const { type, target } of await this.parts.linksOf(sheet.name)) {
      const bytes = type === 'table' ? await this.parts.bytes(target) : undefined;
      const table = bytes && parseTable(target, bytes);
      if (!table) continue;
      refuseHeadings(table, edits);
      const growth = grown.find((one) => one.table.name === table.name);
      if (growth) {
        await this.#change(changed, this.source.find(target), (name, part) =>
          grownTablePart(name, part, growth),
        );
      }
    }
  }

  async #dropCalcChain(changed: ZipWriter): Promise<void> {
    this.droppedPart = this.calcChainEntry;
    if (!this.calcChainEntry) return;
    const { name: part } = this.calcChainEntry;
    await this.#change(changed, this.source.find(relsNameOf(this.workbookEntry.name)), withoutCalcChainLink);
    await this.#change(changed, this.source.find('[Content_Types].xml'), (name, bytes) =>
      withoutContentType(name, bytes, part),
    );
  }

  async #change(
    changed: ZipWriter,
    entry: ZipEntry | undefined,
    edit: (name: string, bytes: Buffer) => Promise<Buffer>,
  ): Promise<void> {
    if (entry) await changed.add(entry.name, await edit(entry.name, await this.source.bytes(entry)));
  }
}

/** Excel repairs a file whose headings differ from the columns of its tables, which formulas also name. */
function refuseHeadings({ name, range, headerRows }: SheetTable, edits: CellEdits): void {
  if (headerRows === 0 || !edits.touches({ ...range, bottom: range.top + headerRows - 1 })) return;
  throw cannotPatch('patch-table-headings', { table: name });
}
