import type { ColumnType } from '@workbook-data-service/sheets/values';
import { embeddableJson } from '../../../engine/encode/json-text.js';
import { decimalDigits, decimalText, doubleText, integerText } from '../../../engine/encode/number-text.js';
import {
  dateText,
  isInfiniteDate,
  isInfiniteTimestamp,
  timestampText,
  timeText,
} from '../../../engine/encode/time-text.js';
import { LeftToEngine } from './left-to-engine.js';
import { scaleOf, type Value } from './stored-value.js';

/** Writes values of a type as the engine's pages have them. */
export function jsonOf(type: ColumnType): (value: Value) => string {
  switch (type) {
    case 'VARCHAR':
      return JSON.stringify;
    case 'JSON':
      return (value) => embeddableJson(value as string);
    case 'DOUBLE':
      return (value) => doubleText(value as number);
    case 'BOOLEAN':
      return (value) => (value ? 'true' : 'false');
    case 'INTEGER':
    case 'BIGINT':
      return (value) => (typeof value === 'bigint' ? integerText(value) : String(value));
    case 'DATE':
      return (value) => (isInfiniteDate(value as number) ? 'null' : `"${dateText(value as number)}"`);
    case 'TIME':
      return (value) => `"${timeText(value as number)}"`;
    case 'TIMESTAMP':
      return (value) => timestampJson(value, '');
    case 'TIMESTAMPTZ':
      return (value) => timestampJson(value, 'Z');
    default: {
      const scale = scaleOf(type);
      return (value) => decimalText(value as number | bigint, scale);
    }
  }
}

function timestampJson(value: Value, zone: '' | 'Z'): string {
  const micros = BigInt(value);
  return isInfiniteTimestamp(micros) ? 'null' : `"${timestampText(micros)}${zone}"`;
}

/** A value in a cursor, as text that the engine casts back exactly. */
export function positionText(value: Value, type: ColumnType): string {
  switch (type) {
    case 'VARCHAR':
      // The engine's bindings may cut a text there.
      if ((value as string).includes('\0')) throw new LeftToEngine();
      return value as string;
    case 'JSON':
      throw new LeftToEngine();
    case 'BOOLEAN':
      return value ? 'true' : 'false';
    case 'DOUBLE':
    case 'INTEGER':
    case 'BIGINT':
      return String(value);
    case 'DATE':
      return withPlainYear(dateText(value as number));
    case 'TIME':
      return withoutZeros(timeText(value as number));
    case 'TIMESTAMP':
      return timestampPosition(value);
    case 'TIMESTAMPTZ':
      return `${timestampPosition(value)}+00`;
    default:
      return decimalDigits(value as number | bigint, scaleOf(type));
  }
}

function timestampPosition(value: Value): string {
  return withPlainYear(withoutZeros(timestampText(BigInt(value)).replace('T', ' ')));
}

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/0+$/, '') : text);

/** Years before the first and after the 9999th, and infinities, are written in other ways. */
function withPlainYear(text: string): string {
  if (!/^(?!0000)\d{4}-/.test(text)) throw new LeftToEngine();
  return text;
}
