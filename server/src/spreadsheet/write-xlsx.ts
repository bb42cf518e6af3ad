import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { problem } from '../core/problems.js';
import { limits } from './limits.js';
import { SheetNames } from './sheet-names.js';
import type { SheetAnnotation } from './xlsx-annotations.js';
import { blocksOf, noteParts } from './xlsx-notes.js';
import { sheetPath, type WrittenSheet, workbookParts } from './xlsx-parts.js';
import { SheetXml, type XlsxBatch, type XlsxColumn } from './xlsx-sheet.js';
import { StyleSheet } from './xlsx-styles.js';

export interface XlsxSheet {
  name: string;
  columns: readonly XlsxColumn[];
  batches: AsyncIterable<XlsxBatch>;
  /** Those on rows are found by the row ids of the batches. */
  annotations?: readonly SheetAnnotation[] | undefined;
}

const DATA_ROWS = limits.rows - 1;
const ROWS_AT_ONCE = 256;

/** Writes a workbook as its rows arrive, holding no more than a batch of them. */
export async function writeXlsx(path: string, sheets: Iterable<XlsxSheet>): Promise<void> {
  const zip = new ZipFile();
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  const written = pipeline(zip.outputStream, createWriteStream(path));
  try {
    await Promise.all([written, Promise.race([addSheets(zip, sheets), failed])]);
  } catch (error) {
    (zip.outputStream as Readable).destroy();
    throw error;
  }
}

async function addSheets(zip: ZipFile, sheets: Iterable<XlsxSheet>): Promise<void> {
  const names = new SheetNames();
  const styles = new StyleSheet();
  const written: WrittenSheet[] = [];
  let noteBlock = 1;
  for (const sheet of sheets) {
    if (sheet.columns.length > limits.columns) {
      throw problem('too-large', `A worksheet holds ${limits.columns} columns; ${sheet.name} has more.`);
    }
    const rows = new RowSource(sheet.batches);
    do {
      const xml = new SheetXml(sheet.columns, styles, sheet.annotations);
      await addSheet(zip, sheetPath(written.length), xml, rows);
      const { notes } = xml;
      if (notes.length > 0) {
        addParts(zip, noteParts(written.length, noteBlock, notes));
        noteBlock += blocksOf(notes);
      }
      written.push({ name: names.add(sheet.name), hasNotes: notes.length > 0 });
    } while (await rows.hasMore());
  }
  addParts(zip, { ...workbookParts(written), 'xl/styles.xml': styles.xml() });
  zip.end();
}

function addParts(zip: ZipFile, parts: Record<string, string>): void {
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path);
}

/** Resolves when the sheet is full or its rows are at an end. */
function addSheet(zip: ZipFile, path: string, sheet: SheetXml, rows: RowSource): Promise<void> {
  return new Promise((resolve, reject) => {
    const xml = Readable.from(sheetXml(sheet, rows), { objectMode: false });
    xml.once('end', resolve).once('error', reject);
    // Level 1 is half the time of the usual level, for a file a tenth larger.
    zip.addReadStream(xml, path, { compressionLevel: 1 });
  });
}

async function* sheetXml(sheet: SheetXml, rows: RowSource): AsyncGenerator<Buffer> {
  yield Buffer.from(sheet.start(await rows.peek()));
  for (let room = DATA_ROWS; room > 0; ) {
    const part = await rows.take(Math.min(room, ROWS_AT_ONCE));
    if (!part) break;
    room -= part.to - part.from;
    yield Buffer.from(sheet.rows(part.batch, part.from, part.to));
  }
  yield Buffer.from(sheet.end());
}

/** Batches dealt out in portions, so that a sheet may end in the middle of one. */
class RowSource {
  readonly #batches: AsyncIterator<XlsxBatch>;
  #batch: XlsxBatch | undefined;
  #next = 0;

  constructor(batches: AsyncIterable<XlsxBatch>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    return (await this.peek()) !== undefined;
  }

  /** The batch that the next row comes from. */
  async peek(): Promise<XlsxBatch | undefined> {
    while (!this.#batch || this.#next >= this.#batch.rowCount) {
      const { done, value } = await this.#batches.next();
      if (done) return undefined;
      this.#batch = value;
      this.#next = 0;
    }
    return this.#batch;
  }

  async take(most: number): Promise<{ batch: XlsxBatch; from: number; to: number } | undefined> {
    const batch = await this.peek();
    if (!batch) return undefined;
    const from = this.#next;
    this.#next = Math.min(batch.rowCount, from + most);
    return { batch, from, to: this.#next };
  }
}
