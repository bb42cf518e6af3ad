import { extname } from 'node:path';
import { Option } from 'commander';
import { CommandError } from '../exit-code.js';
import type { Session } from '../session.js';
import { joinArrowStreams } from './arrow-stream.js';
import { csvLine } from './csv.js';
import { type OutputOptions, outputOptions, type Write, withOutput } from './output-file.js';
import { remark, terminalWidth } from './standard-output.js';
import { TextTable } from './text-table.js';

const formats = ['table', 'json', 'csv', 'arrow'] as const;

/** A person reads a screen or two, a program reads everything. */
const ROWS_ON_A_SCREEN = 100;
const LARGEST_PAGE = 5_000;
const LARGEST_ARROW_PAGE = 10_000;

type Format = (typeof formats)[number];

export interface RowFormatOptions extends OutputOptions {
  format?: Format;
  limit?: number;
}

export interface PageOfCells {
  columns: { name: string; type: string | null }[];
  rows: Record<string, unknown>[];
  /** Of all pages; null where the service has not counted them. */
  total: number | null;
}

/** A table or a result. What is read at once is decided here, by how much is shown. */
interface RowSource {
  pages(pageSize: number): AsyncIterable<PageOfCells>;
  arrowPages(pageSize: number): AsyncIterable<Uint8Array>;
}

export const rowFormatOptions = () => [
  new Option('-f, --format <format>', 'how rows are shown (by the ending of the file, else a table)').choices(
    formats,
  ),
  new Option('-n, --limit <rows>', `the most rows (${ROWS_ON_A_SCREEN} in a table, else all)`).argParser(
    rowCount,
  ),
  ...outputOptions('write to a file'),
];

const formatsByEnding: Readonly<Record<string, Format>> = {
  '.csv': 'csv',
  '.json': 'json',
  '.jsonl': 'json',
  '.ndjson': 'json',
  '.arrow': 'arrow',
  '.arrows': 'arrow',
  '.txt': 'table',
};

function formatOf({ json }: Session, { format, output = '' }: RowFormatOptions): Format {
  const ending = extname(output).toLowerCase();
  const named = format ?? formatsByEnding[ending];
  if (named !== undefined) return named;
  if (ending === '') return json ? 'json' : 'table';
  throw new CommandError(
    `What is to be in ${output}? Say it with --format, or end the name with .csv, .json, .arrow or .txt. wds export writes .xlsx.`,
  );
}

function rowCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new CommandError(`${text} is not a number of rows.`);
  return count;
}

export async function printRows(
  session: Session,
  source: RowSource,
  options: RowFormatOptions,
): Promise<void> {
  const { limit } = options;
  const format = formatOf(session, options);
  const isPrinted = options.output === undefined || options.output === '-';
  if (format === 'arrow' && isPrinted && process.stdout.isTTY)
    throw new CommandError('Arrow is not text. Name a file with -o, or pass it to a program.');
  await withOutput(options, async (write) => {
    if (format === 'arrow') return await writeArrow(source, limit, write);
    const most = limit ?? (format === 'table' ? ROWS_ON_A_SCREEN : Number.POSITIVE_INFINITY);
    const pages = firstRows(source.pages(Math.min(most, LARGEST_PAGE)), most);
    if (format === 'table') await writeTable(pages, write, isPrinted ? terminalWidth() : undefined);
    else await (format === 'csv' ? writeCsv : writeJson)(pages, write);
  });
}

async function* firstRows(pages: AsyncIterable<PageOfCells>, most: number): AsyncGenerator<PageOfCells> {
  let left = most;
  for await (const page of pages) {
    yield page.rows.length > left ? { ...page, rows: page.rows.slice(0, left) } : page;
    left -= page.rows.length;
    if (left <= 0) return;
  }
}

async function writeTable(pages: AsyncIterable<PageOfCells>, write: Write, width?: number): Promise<void> {
  let table: TextTable | undefined;
  let shown = 0;
  let total: number | null = null;
  for await (const { columns, rows, ...page } of pages) {
    const cells = rows.map((row) => columns.map(({ name }) => row[name]));
    if (!table) {
      const titles = columns.map(({ name, type }) => ({ title: name, alignRight: isNumeric(type) }));
      table = new TextTable(titles, cells, width);
      await write(`${table.header()}\n`);
    }
    for (const row of cells) await write(`${table.row(row)}\n`);
    shown += rows.length;
    total = page.total;
  }
  if (total !== null && total > shown) remark(`${shown} of ${total} rows. Use --limit to see more.`);
  if (table && table.hiddenColumns > 0)
    remark(`${table.hiddenColumns} more columns do not fit. Use --format csv.`);
}

async function writeCsv(pages: AsyncIterable<PageOfCells>, write: Write): Promise<void> {
  let hasHeader = false;
  for await (const { columns, rows } of pages) {
    if (!hasHeader) await write(csvLine(columns.map(({ name }) => name)));
    hasHeader = true;
    await write(rows.map((row) => csvLine(columns.map(({ name }) => row[name]))).join(''));
  }
}

async function writeJson(pages: AsyncIterable<PageOfCells>, write: Write): Promise<void> {
  for await (const { rows } of pages) await write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** Rows in an Arrow page are not counted, so a limit is a page. */
async function writeArrow(source: RowSource, limit: number | undefined, write: Write): Promise<void> {
  if (limit !== undefined && limit > LARGEST_ARROW_PAGE)
    throw new CommandError(`With arrow, --limit is at most ${LARGEST_ARROW_PAGE}.`);
  const pages = source.arrowPages(limit ?? LARGEST_ARROW_PAGE);
  for await (const part of joinArrowStreams(limit === undefined ? pages : first(pages))) await write(part);
}

async function* first<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const item of items) {
    yield item;
    return;
  }
}

function isNumeric(type: string | null): boolean {
  return /^(U?(TINY|SMALL|BIG|HUGE)?INT|INTEGER|DOUBLE|FLOAT|REAL|DECIMAL)/i.test(type ?? '');
}
