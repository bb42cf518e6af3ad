import {
  DuckDBArrayType,
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListType,
  DuckDBListValue,
  DuckDBMapType,
  DuckDBMapValue,
  DuckDBStructType,
  DuckDBStructValue,
  DuckDBTimeNSValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeTZValue,
  DuckDBTimeValue,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionType,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { embeddableJson } from './json-text.js';
import { decimalText, doubleText, floatText, integerText } from './number-text.js';
import {
  dateText,
  intervalText,
  isInfiniteDate,
  isInfiniteTimestamp,
  offsetText,
  timestampNanosText,
  timestampText,
  timeText,
} from './time-text.js';
import { isJsonType } from './type-name.js';

/** The JSON text of any value of the engine. */
export function valueJson(value: DuckDBValue, type: DuckDBType): string {
  if (value === null || value === undefined) return 'null';
  switch (typeof value) {
    case 'string':
      return isJsonType(type) ? embeddableJson(value) : JSON.stringify(value);
    case 'number':
      return type.typeId === DuckDBTypeId.FLOAT ? floatText(value) : doubleText(value);
    case 'bigint':
      return integerText(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return nestedJson(value, type) ?? scalarJson(value);
  }
}

function scalarJson(value: DuckDBValue & object): string {
  if (value instanceof DuckDBDecimalValue) return decimalText(value.value, value.scale);
  const text = scalarText(value);
  return text === null ? 'null' : JSON.stringify(text);
}

/** The text of a date, time or other scalar that is an object in the bindings; null where it is infinite. */
export function scalarText(value: DuckDBValue & object): string | null {
  if (value instanceof DuckDBDateValue) return isInfiniteDate(value.days) ? null : dateText(value.days);
  if (value instanceof DuckDBTimestampValue) return finite(value.micros, () => timestampText(value.micros));
  if (value instanceof DuckDBTimestampTZValue) {
    return finite(value.micros, () => `${timestampText(value.micros)}Z`);
  }
  if (value instanceof DuckDBTimeValue) return timeText(Number(value.micros));
  if (value instanceof DuckDBTimeNSValue)
    return timeText(Number(value.nanos / 1000n), Number(value.nanos % 1000n));
  if (value instanceof DuckDBTimeTZValue) return timeText(Number(value.micros)) + offsetText(value.offset);
  if (value instanceof DuckDBTimestampSecondsValue) {
    return finite(value.seconds, () => timestampText(value.seconds * 1_000_000n));
  }
  if (value instanceof DuckDBTimestampMillisecondsValue) {
    return finite(value.millis, () => timestampText(value.millis * 1000n));
  }
  if (value instanceof DuckDBTimestampNanosecondsValue) {
    return finite(value.nanos, () => timestampNanosText(value.nanos));
  }
  if (value instanceof DuckDBIntervalValue) return intervalText(value.months, value.days, value.micros);
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes).toString('base64');
  return value.toString();
}

function finite(ticks: bigint, text: () => string): string | null {
  return isInfiniteTimestamp(ticks) ? null : text();
}

function nestedJson(value: DuckDBValue & object, type: DuckDBType): string | undefined {
  if (value instanceof DuckDBListValue && type instanceof DuckDBListType)
    return listJson(value.items, type.valueType);
  if (value instanceof DuckDBArrayValue && type instanceof DuckDBArrayType)
    return listJson(value.items, type.valueType);
  if (value instanceof DuckDBStructValue && type instanceof DuckDBStructType) return structJson(value, type);
  if (value instanceof DuckDBMapValue && type instanceof DuckDBMapType) return mapJson(value, type);
  if (value instanceof DuckDBUnionValue && type instanceof DuckDBUnionType) {
    return valueJson(value.value, type.memberTypeForTag(value.tag));
  }
  return undefined;
}

function listJson(items: readonly DuckDBValue[], type: DuckDBType): string {
  return `[${items.map((item) => valueJson(item, type)).join(',')}]`;
}

function structJson(value: DuckDBStructValue, type: DuckDBStructType): string {
  const members = type.entryTypes.map((member, i) =>
    valueJson(value.entries[type.entryNames[i] ?? ''] ?? null, member),
  );
  return structText(type.entryNames, members);
}

/** Structs without names, such as `row(1, 2)`, are lists. */
export function structText(names: readonly string[], members: readonly string[]): string {
  if (names.every((name) => name === '')) return `[${members.join(',')}]`;
  return `{${members.map((text, i) => `${JSON.stringify(names[i])}:${text}`).join(',')}}`;
}

function mapJson(value: DuckDBMapValue, type: DuckDBMapType): string {
  const textKeys = type.keyType.typeId === DuckDBTypeId.VARCHAR || type.keyType.typeId === DuckDBTypeId.ENUM;
  const entries = value.entries.map(({ key, value: item }) => {
    const itemText = valueJson(item, type.valueType);
    return textKeys
      ? `${JSON.stringify(String(key))}:${itemText}`
      : `{"key":${valueJson(key, type.keyType)},"value":${itemText}}`;
  });
  return textKeys ? `{${entries.join(',')}}` : `[${entries.join(',')}]`;
}
