import type { PythonCell, PythonProgram } from '../python-table.js';
import { encodeDoubles } from './doubles.js';
import { toFrame } from './frames.js';

/** Limits for one frame: encoding a million cells at once would block the event loop. */
const MAX_VALUES = 8192;
const MAX_CHARACTERS = 262_144;

const encoder = new TextEncoder();

/**
 * The program and the shapes of its inputs, then each column of each input in order, in as many frames as
 * needed.
 */
export function* programFrames({ code, inputs }: PythonProgram): Generator<Uint8Array> {
  const shapes = Object.entries(inputs).map(([name, { columns, values }]) => ({
    name,
    columns,
    rows: values[0]?.length ?? 0,
  }));
  yield toFrame(encodeJson({ code, inputs: shapes }));
  for (const { columns, values } of Object.values(inputs)) {
    for (const [index, column] of values.entries()) {
      const encode = columns[index]?.type === 'DOUBLE' ? encodeDoubles : encodeJson;
      for (const chunk of chunksOf(column)) yield toFrame(encode(chunk));
    }
  }
}

function encodeJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

function* chunksOf(values: PythonCell[]): Generator<PythonCell[]> {
  let start = 0;
  while (start < values.length) {
    const end = endOfChunk(values, start);
    yield values.slice(start, end);
    start = end;
  }
}

function endOfChunk(values: PythonCell[], start: number): number {
  const furthest = Math.min(values.length, start + MAX_VALUES);
  let characters = 0;
  let end = start;
  while (end < furthest && characters < MAX_CHARACTERS) {
    const value = values[end];
    characters += typeof value === 'string' ? value.length : 1;
    end += 1;
  }
  return end;
}
