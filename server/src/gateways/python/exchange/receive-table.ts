import { parseColumnType } from '@workbook-data-service/sheets/values';
import { TimeSlices } from '../../../core/time-slices.js';
import { ProgramError, type ProgramFailure } from '../program-error.js';
import type { PythonCell, PythonTable } from '../python-table.js';
import { decodeDoubles, isDoubles } from './doubles.js';

export interface OutputLimits {
  maxRows: number;
  maxBytes: number;
}

interface Shape {
  rows: number;
  columns: PythonTable['columns'];
}

type Frames = AsyncIterator<Uint8Array, undefined>;

const decoder = new TextDecoder();

/**
 * The response to a program: its shape, then the columns in order; or, in place of any of these, its error. A
 * hostile program can write to this stream itself, so nothing in it is trusted.
 */
export async function receiveTable(frames: Frames, limits: OutputLimits): Promise<PythonTable> {
  const next = boundedReader(frames, limits.maxBytes);
  const { rows, columns } = shapeOf(await next());
  if (rows > limits.maxRows)
    throw new ProgramError('output', `The output has ${rows} rows; at most ${limits.maxRows} are allowed.`);
  const values: PythonCell[][] = [];
  while (values.length < columns.length) values.push(await receiveColumn(next, rows));
  return { columns, values };
}

function boundedReader(frames: Frames, maxBytes: number): () => Promise<unknown> {
  const slices = new TimeSlices();
  let bytes = 0;
  return async () => {
    // Frames that have all arrived would be parsed one after the other.
    if (slices.isOver) await slices.next();
    const { value: payload } = await frames.next();
    if (payload === undefined) throw endedEarly();
    bytes += payload.length;
    if (bytes > maxBytes)
      throw new ProgramError('output', `The output is larger than the ${maxBytes} bytes that are allowed.`);
    const message = parse(payload);
    if (isRecord(message) && isRecord(message.error)) throw errorOf(message.error);
    return message;
  };
}

async function receiveColumn(next: () => Promise<unknown>, rows: number): Promise<PythonCell[]> {
  const column: PythonCell[] = [];
  while (column.length < rows) {
    const chunk = await next();
    if (!Array.isArray(chunk) || chunk.length === 0 || column.length + chunk.length > rows) throw garbled();
    for (const cell of chunk) {
      if (!isCell(cell)) throw garbled();
      column.push(cell);
    }
  }
  return column;
}

function shapeOf(message: unknown): Shape {
  if (!isRecord(message) || !Array.isArray(message.columns)) throw garbled();
  const { rows } = message;
  if (typeof rows !== 'number' || !Number.isSafeInteger(rows) || rows < 0) throw garbled();
  const columns = message.columns.map(columnOf);
  if (new Set(columns.map(({ name }) => name)).size < columns.length) throw garbled();
  return { rows, columns };
}

function columnOf(column: unknown): PythonTable['columns'][number] {
  if (!isRecord(column) || typeof column.name !== 'string') throw garbled();
  if (column.type === null) return { name: column.name };
  const type = typeof column.type === 'string' ? parseColumnType(column.type) : undefined;
  if (type === undefined) throw garbled();
  return { name: column.name, type };
}

function errorOf({ failure, message, line, lines }: Record<string, unknown>): ProgramError {
  const kinds: unknown[] = ['exception', 'input', 'output'] satisfies ProgramFailure[];
  const isWhole = kinds.includes(failure) && typeof message === 'string' && Array.isArray(lines);
  if (!isWhole) return garbled();
  return new ProgramError(
    failure as ProgramFailure,
    message,
    typeof line === 'number' ? line : undefined,
    lines.map(String),
  );
}

function parse(payload: Uint8Array): unknown {
  if (isDoubles(payload)) return decodeDoubles(payload);
  try {
    return JSON.parse(decoder.decode(payload));
  } catch {
    throw garbled();
  }
}

export const endedEarly = () =>
  new ProgramError('ended', 'Python ended before it answered; most often that is for want of memory.');

const garbled = () => new ProgramError('ended', 'Python answered with something that is not a table.');

function isCell(value: unknown): value is PythonCell {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
