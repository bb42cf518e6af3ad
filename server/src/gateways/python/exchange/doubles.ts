import type { PythonCell } from '../python-table.js';

/**
 * Floating-point numbers are sent in binary, after a byte that no JSON begins with: formatting and parsing
 * their digits would take most of a program's time. A NULL is NaN, which no cell is.
 */
const MARK = 'd'.charCodeAt(0);

export function encodeDoubles(cells: PythonCell[]): Uint8Array {
  const numbers = Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell)));
  const payload = new Uint8Array(1 + numbers.byteLength);
  payload[0] = MARK;
  payload.set(new Uint8Array(numbers.buffer), 1);
  return payload;
}

export function isDoubles(payload: Uint8Array): boolean {
  return payload[0] === MARK && payload.length % Float64Array.BYTES_PER_ELEMENT === 1;
}

export function decodeDoubles(payload: Uint8Array): PythonCell[] {
  const numbers = new Float64Array(payload.slice(1).buffer);
  return Array.from(numbers, (number) => (Number.isNaN(number) ? null : number));
}
