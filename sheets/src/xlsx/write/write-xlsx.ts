import { readFile } from 'node:fs/promises';
import { columnLetters } from '../../core/column-letters.js';
import { tooComplex } from '../../core/file-error.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { ZipWriter } from '../../zip/zip-writer.js';
import { figuresOf } from './charts/chart-figures.js';
import { chartPart, chartPath } from './charts/chart-part.js';
import { applicationPart, corePart, customPart } from './document-properties.js';
import { drawingPart, drawingPath, type PlacedDrawing, picturePath } from './drawings.js';
import {
  blocksOf,
  commentsPart,
  commentsPath,
  noteShapesPart,
  noteShapesPath,
  type SheetNote,
} from './notes.js';
import {
  contentTypesPart,
  type DefinedName,
  type PackagePart,
  quotedSheetName,
  relationshipsPart,
  relationshipsPath,
  sheetPath,
  workbookPart,
} from './package-parts.js';
import type { ReportChart, ReportTable, XlsxReport } from './report-content.js';
import { ReportWorksheet } from './report-worksheet.js';
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
    for (const sheet of workbook.sheets) {
      if ('blocks' in sheet) await writer.addReport(sheet);
      else await writer.addSheet(sheet);
    }
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
  readonly #definedNames = new Map<string, DefinedName>();
  #tables = 0;
  #noteBlocks = 0;
  #pictures = 0;
  #charts = 0;

  constructor(zip: ZipWriter, hiddenTexts: XlsxWorkbook['hiddenTexts'] = {}) {
    this.#zip = zip;
    for (const [name, text] of Object.entries(hiddenTexts)) {
      this.#define({ name, formula: `"${text.replaceAll('"', '""')}"`, hidden: true });
    }
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
    refuseTooWide(sheet.columns, sheet.name);
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
        definedNames: [...this.#definedNames.values()],
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

  /** The figures of its charts follow on a sheet of their own. */
  async addReport(report: XlsxReport): Promise<void> {
    const { number, part, worksheet } = await this.#addReportSheet(report);
    const charts = worksheet.drawings.filter((drawing) => drawing.kind === 'chart');
    const chartParts = charts.length > 0 ? await this.#addCharts(report, charts) : [];
    await this.#addRelated(part, [
      ...(worksheet.drawings.length > 0
        ? await this.#addDrawings(worksheet.drawings, chartParts, number)
        : []),
      ...(worksheet.notes.length > 0 ? await this.#addNotes(worksheet.notes, number) : []),
    ]);
  }

  async #addReportSheet(report: XlsxReport) {
    for (const block of report.blocks) {
      if (block.kind === 'table') refuseTooWide(block.columns, block.title ?? report.name);
    }
    const number = this.#summary.sheets.length + 1;
    const name = this.#sheetNames.add(report.name);
    const worksheet = new ReportWorksheet(report, this.#styles);
    const part = await this.#addSheetPart(number, worksheet.chunks());
    const { repeatedRow: row } = worksheet;
    if (row !== undefined) {
      const formula = `${quotedSheetName(name)}!$${row}:$${row}`;
      this.#define({ name: '_xlnm.Print_Titles', formula, sheet: number - 1 });
    }
    this.#count(worksheet, { name, rows: worksheet.lastRow, table: null });
    return { number, name, part, worksheet };
  }

  async #addCharts(report: XlsxReport, charts: readonly ReportChart[]): Promise<PackagePart[]> {
    const figures = figuresOf(report, charts);
    const { name, worksheet } = await this.#addReportSheet(figures.sheet);
    const parts: PackagePart[] = [];
    for (const [i, { chart }] of charts.entries()) {
      const place = worksheet.places.get(figures.tables[i] as ReportTable);
      if (!place) throw new Error('a table of figures was not written');
      this.#charts += 1;
      const part: PackagePart = { path: chartPath(this.#charts), kind: 'chart' };
      await this.#add(part, chartPart(chart, { sheet: quotedSheetName(name), ...place }));
      parts.push(part);
    }
    return parts;
  }

  async #addWorksheet(sheet: XlsxSheet, rows: RowSource): Promise<void> {
    const number = this.#summary.sheets.length + 1;
    const name = this.#sheetNames.add(sheet.name);
    this.#nameHeadings(sheet, name);
    const worksheet = new Worksheet(sheet, this.#styles);
    const part = await this.#addSheetPart(number, worksheet.chunks(rows));
    const table = worksheet.isTable ? this.#tableNames.add(name) : null;
    await this.#addRelated(part, [
      ...(worksheet.notes.length > 0 ? await this.#addNotes(worksheet.notes, number) : []),
      ...(table === null ? [] : await this.#addTable(worksheet, table)),
    ]);
    this.#count(worksheet, { name, rows: worksheet.lastRow - 1, table });
  }

  async #addSheetPart(number: number, chunks: AsyncIterable<Uint8Array>): Promise<PackagePart> {
    const part: PackagePart = { path: sheetPath(number), kind: 'worksheet' };
    await this.#zip.addStream(part.path, chunks);
    this.#parts.push(part);
    return part;
  }

  /** In the order in which the part numbers its relationships. */
  async #addRelated(part: PackagePart, related: readonly PackagePart[]): Promise<void> {
    if (related.length === 0) return;
    await this.#zip.add(relationshipsPath(part.path), relationshipsPart(part.path, related));
  }

  #count(written: { formulas: number; truncatedCells: number }, sheet: XlsxSummary['sheets'][number]): void {
    this.#summary.sheets.push(sheet);
    this.#summary.formulas += written.formulas;
    this.#summary.truncatedCells += written.truncatedCells;
  }

  /** On the first worksheet of a sheet that takes several. */
  #nameHeadings({ columns }: XlsxSheet, worksheet: string): void {
    for (const [index, { hiddenName }] of columns.entries()) {
      if (hiddenName === undefined || this.#definedNames.has(hiddenName)) continue;
      const formula = `${quotedSheetName(worksheet)}!$${columnLetters(index)}$1`;
      this.#define({ name: hiddenName, formula, hidden: true });
    }
  }

  /** A name that belongs to one sheet may be that of another sheet too. */
  #define(name: DefinedName): void {
    const key = name.sheet === undefined ? name.name : `${name.sheet} ${name.name}`;
    this.#definedNames.set(key, name);
  }

  /** `charts` are the parts of the charts among them, in order. */
  async #addDrawings(
    drawings: readonly PlacedDrawing[],
    charts: readonly PackagePart[],
    sheet: number,
  ): Promise<PackagePart[]> {
    const drawing: PackagePart = { path: drawingPath(sheet), kind: 'drawing' };
    await this.#add(drawing, drawingPart(drawings));
    const nextChart = charts.values();
    const related: PackagePart[] = [];
    for (const one of drawings) {
      related.push(
        one.kind === 'chart' ? (nextChart.next().value as PackagePart) : await this.#addPicture(one.path),
      );
    }
    await this.#addRelated(drawing, related);
    return [drawing];
  }

  async #addPicture(path: string): Promise<PackagePart> {
    this.#pictures += 1;
    const part: PackagePart = { path: picturePath(this.#pictures), kind: 'picture' };
    await this.#add(part, await readFile(path));
    return part;
  }

  async #addNotes(notes: readonly SheetNote[], sheet: number): Promise<PackagePart[]> {
    const shapes: PackagePart = { path: noteShapesPath(sheet), kind: 'noteShapes' };
    const comments: PackagePart = { path: commentsPath(sheet), kind: 'comments' };
    await this.#add(shapes, noteShapesPart(this.#noteBlocks + 1, notes));
    await this.#add(comments, commentsPart(notes));
    this.#noteBlocks += blocksOf(notes);
    return [shapes, comments];
  }

  async #addTable({ headings, lastRow }: Worksheet, name: string): Promise<PackagePart[]> {
    this.#tables += 1;
    const part: PackagePart = { path: tablePath(this.#tables), kind: 'table' };
    await this.#add(part, tablePart(this.#tables, name, headings, lastRow));
    return [part];
  }

  async #add(part: PackagePart, content: string | Uint8Array): Promise<void> {
    this.#parts.push(part);
    await this.#zip.add(part.path, content);
  }
}

function refuseTooWide(columns: readonly unknown[], name: string): void {
  if (columns.length > gridLimits.columns) {
    throw tooComplex('worksheet-columns', { max: gridLimits.columns, sheet: name });
  }
}
