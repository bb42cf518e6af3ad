import { columnLetters } from '../../core/column-letters.js';
import { tooComplex } from '../../core/file-error.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { ZipWriter } from '../../zip/zip-writer.js';
import { applicationPart, corePart, customPart } from './document-properties.js';
import { blocksOf, commentsPart, commentsPath, drawingPart, drawingPath } from './notes.js';
import {
  contentTypesPart,
  type PackagePart,
  relationshipsPart,
  relationshipsPath,
  sheetPath,
  workbookPart,
} from './package-parts.js';
import { RowSource } from './row-source.js';
import { SheetNames } from './sheet-names.js';
import { StyleSheet } from './style-sheet.js';
import { TableNames } from './table-names.js';
import { tablePart, tablePath } from './table-part.js';
import type { XlsxSheet, XlsxSummary, XlsxWorkbook } from './workbook-content.js';
import { Worksheet } from './worksheet.js';

const WORKBOOK: PackagePart = { path: 'xl/workbook.xml', kind: 'workbook' };
const STYLES: PackagePart = { path: 'xl/styles.xml', kind: 'styles' };

/** Writes a workbook as its rows arrive, with only one batch of them in memory. */
export async function writeXlsx(path: string, workbook: XlsxWorkbook): Promise<XlsxSummary> {
  const zip = await ZipWriter.create(path);
  try {
    const writer = new WorkbookWriter(zip, workbook.hiddenTexts);
    await writer.addProperties(workbook);
    for (const sheet of workbook.sheets) await writer.addSheet(sheet);
    const summary = await writer.finish();
    await zip.close();
    return summary;
  } catch (error) {
    await zip.abandon();
    throw error;
  }
}

class WorkbookWriter {
  readonly #zip: ZipWriter;
  readonly #styles = new StyleSheet();
  readonly #sheetNames = new SheetNames();
  readonly #tableNames = new TableNames();
  readonly #parts: PackagePart[] = [];
  readonly #summary: XlsxSummary = { sheets: [], formulas: 0, truncatedCells: 0 };
  /** Formulas by name. */
  readonly #hiddenNames: Map<string, string>;
  #tables = 0;
  #noteBlocks = 0;

  constructor(zip: ZipWriter, hiddenTexts: XlsxWorkbook['hiddenTexts'] = {}) {
    this.#zip = zip;
    const texts = Object.entries(hiddenTexts);
    this.#hiddenNames = new Map(texts.map(([name, text]) => [name, `"${text.replaceAll('"', '""')}"`]));
  }

  /** They come first, because programs recognise an Office file by its first bytes. */
  async addProperties({ properties = {}, customProperties }: XlsxWorkbook): Promise<void> {
    const core: PackagePart = { path: 'docProps/core.xml', kind: 'core' };
    const application: PackagePart = { path: 'docProps/app.xml', kind: 'application' };
    const custom: PackagePart = { path: 'docProps/custom.xml', kind: 'custom' };
    const all = [WORKBOOK, core, application, ...(customProperties ? [custom] : [])];
    await this.#zip.add(relationshipsPath(''), relationshipsPart('', all));
    await this.#add(core, corePart(properties));
    await this.#add(application, applicationPart(properties));
    if (customProperties) await this.#add(custom, customPart(customProperties));
  }

  /** Rows that do not fit one sheet continue on another. */
  async addSheet(sheet: XlsxSheet): Promise<void> {
    if (sheet.columns.length > gridLimits.columns) {
      throw tooComplex(`A worksheet holds ${gridLimits.columns} columns; ${sheet.name} has more.`);
    }
    const rows = new RowSource(sheet.batches);
    do {
      await this.#addWorksheet(sheet, rows);
    } while (await rows.peek());
  }

  async finish(): Promise<XlsxSummary> {
    const { sheets, formulas } = this.#summary;
    const sheetParts = sheets.map((_, i): PackagePart => ({ path: sheetPath(i + 1), kind: 'worksheet' }));
    await this.#add(STYLES, this.#styles.xml());
    await this.#add(
      WORKBOOK,
      workbookPart({
        sheetNames: sheets.map(({ name }) => name),
        hiddenNames: this.#hiddenNames,
        computeOnLoad: formulas > 0,
      }),
    );
    await this.#zip.add(
      relationshipsPath(WORKBOOK.path),
      relationshipsPart(WORKBOOK.path, [...sheetParts, STYLES]),
    );
    await this.#zip.add('[Content_Types].xml', contentTypesPart(this.#parts));
    return this.#summary;
  }

  async #addWorksheet(sheet: XlsxSheet, rows: RowSource): Promise<void> {
    const number = this.#summary.sheets.length + 1;
    const name = this.#sheetNames.add(sheet.name);
    const part: PackagePart = { path: sheetPath(number), kind: 'worksheet' };
    this.#nameHeadings(sheet, name);
    const worksheet = new Worksheet(sheet, this.#styles);
    await this.#zip.addStream(part.path, worksheet.chunks(rows));
    this.#parts.push(part);
    const table = worksheet.isTable ? this.#tableNames.add(name) : null;
    const related: PackagePart[] = [
      ...(worksheet.notes.length > 0 ? await this.#addNotes(worksheet, number) : []),
      ...(table === null ? [] : await this.#addTable(worksheet, table)),
    ];
    if (related.length > 0) {
      await this.#zip.add(relationshipsPath(part.path), relationshipsPart(part.path, related));
    }
    this.#summary.sheets.push({ name, rows: worksheet.lastRow - 1, table });
    this.#summary.formulas += worksheet.formulas;
    this.#summary.truncatedCells += worksheet.truncatedCells;
  }

  /** On the first worksheet of a sheet that takes several. */
  #nameHeadings({ columns }: XlsxSheet, worksheet: string): void {
    for (const [index, { hiddenName }] of columns.entries()) {
      if (hiddenName === undefined || this.#hiddenNames.has(hiddenName)) continue;
      const heading = `'${worksheet.replaceAll("'", "''")}'!$${columnLetters(index)}$1`;
      this.#hiddenNames.set(hiddenName, heading);
    }
  }

  async #addNotes({ notes }: Worksheet, sheet: number): Promise<PackagePart[]> {
    const drawing: PackagePart = { path: drawingPath(sheet), kind: 'drawing' };
    const comments: PackagePart = { path: commentsPath(sheet), kind: 'comments' };
    await this.#add(drawing, drawingPart(this.#noteBlocks + 1, notes));
    await this.#add(comments, commentsPart(notes));
    this.#noteBlocks += blocksOf(notes);
    return [drawing, comments];
  }

  async #addTable({ headings, lastRow }: Worksheet, name: string): Promise<PackagePart[]> {
    this.#tables += 1;
    const part: PackagePart = { path: tablePath(this.#tables), kind: 'table' };
    await this.#add(part, tablePart(this.#tables, name, headings, lastRow));
    return [part];
  }

  async #add(part: PackagePart, content: string): Promise<void> {
    this.#parts.push(part);
    await this.#zip.add(part.path, content);
  }
}
