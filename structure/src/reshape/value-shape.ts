import { readPeriod } from '../values/periods.js';
import { readNumber } from '../values/read-number.js';

/** The look of a value, finely enough to distinguish a share from a sum and a name from a sentence. */
type Shape =
  | 'blank'
  | 'integer'
  | 'decimal'
  | 'percent'
  | 'money'
  | 'period'
  | 'boolean'
  | 'code'
  | 'name'
  | 'sentence';

export interface Value {
  text: string;
  shape: Shape;
  /** NaN for other values. */
  number: number;
}

const placeholder = /^(?:[-–—.…*]+|n\/?a|nan|null|none)$/i;

export function readValue(raw: string): Value {
  const text = raw.normalize('NFKC').trim();
  const number = readNumber(text);
  return { text, number, shape: shapeOf(text, number) };
}

function shapeOf(text: string, number: number): Shape {
  if (text === '' || placeholder.test(text)) return 'blank';
  if (!Number.isNaN(number)) return shapeOfNumber(text, number);
  if (/^(?:true|false|yes|no|y|n|t|f|x|✓|○|×)$/i.test(text)) return 'boolean';
  if (readPeriod(text)) return 'period';
  if (/\d/.test(text) && text.length <= 24) return 'code';
  return text.split(/\s+/).length <= 3 && text.length <= 30 ? 'name' : 'sentence';
}

function shapeOfNumber(text: string, number: number): Shape {
  if (text.endsWith('%')) return 'percent';
  if (/[$€£¥円]/.test(text)) return 'money';
  return Number.isInteger(number) ? 'integer' : 'decimal';
}

const numeric = new Set<Shape>(['integer', 'decimal', 'percent', 'money']);
const textual = new Set<Shape>(['name', 'sentence', 'code']);

export const isNumeric = (shape: Shape) => numeric.has(shape);

/** How likely two values are of one variable, from 0 to 1. */
export function likeness(a: Value, b: Value): number {
  if (isNumeric(a.shape) && isNumeric(b.shape))
    return likenessOfShapes(a.shape, b.shape) * likenessOfSizes(a.number, b.number);
  if (a.shape === b.shape) return textual.has(a.shape) ? 0.5 + 0.5 * likenessOfLengths(a.text, b.text) : 1;
  if (textual.has(a.shape) && textual.has(b.shape)) return 0.6 * likenessOfLengths(a.text, b.text);
  return 0;
}

function likenessOfShapes(a: Shape, b: Shape): number {
  if (a === b) return 1;
  const plain = (shape: Shape) => shape === 'integer' || shape === 'decimal';
  return plain(a) && plain(b) ? 0.8 : 0.4;
}

/** Zero fits any size; otherwise a thousandfold difference is a different variable. */
function likenessOfSizes(a: number, b: number): number {
  if (a === 0 || b === 0) return 0.9;
  const apart = Math.abs(Math.log10(Math.abs(a)) - Math.log10(Math.abs(b)));
  return Math.max(0, 1 - apart / 3);
}

function likenessOfLengths(a: string, b: string): number {
  return Math.min(a.length, b.length) / Math.max(a.length, b.length);
}
