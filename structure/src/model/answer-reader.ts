import { columnIndex, LAST_COLUMN, LAST_ROW, parseRange } from '@workbook-data-service/sheets/addresses';
import type { CellRange } from '@workbook-data-service/sheets/grid';
import { cleanName, nearestName } from '@workbook-data-service/sheets/names';
import type { CellAddress } from '../parse-spec.js';
import { sayOfReading } from '../reading-messages.js';
import type { ExpectedOfModel } from '../reading-sentences.js';
import { type SpecFault, specFault } from '../spec-fault.js';
import { answerLimits } from './answer-schema.js';

/** Told to a model, which needs no more to see what it does wrong. */
const maxFaults = 20;
const maxFieldLength = 40;

/** Reads the values of an answer, each with its place, and collects what is wrong instead of throwing. */
export class AnswerReader {
  readonly faults: SpecFault[] = [];
  #rows = 0;

  add(fault: SpecFault): undefined {
    if (this.faults.length < maxFaults) this.faults.push(fault);
    return undefined;
  }

  expected(path: string, expected: ExpectedOfModel): undefined {
    return this.add(specFault(path, sayOfReading('model-value', { expected })));
  }

  tooMany(path: string, limit: number): undefined {
    return this.add(specFault(path, sayOfReading('model-too-many', { limit })));
  }

  /** The fields of an object, none of which may be unknown. */
  object(value: unknown, path: string, known: readonly string[]): Map<string, unknown> | undefined {
    if (!isObject(value)) return this.expected(path, 'object');
    const fields = new Map<string, unknown>();
    for (const [field, given] of Object.entries(value)) {
      if (known.includes(field)) {
        if (given !== null) fields.set(field, given);
        continue;
      }
      const shown = field.slice(0, maxFieldLength);
      const nearest = nearestName(shown, known) ?? '';
      this.add(specFault(path, sayOfReading('model-unknown-field', { field: shown, nearest })));
    }
    return fields;
  }

  list(value: unknown, path: string, limit: number): unknown[] | undefined {
    if (!Array.isArray(value)) return this.expected(path, 'list');
    return value.length > limit ? this.tooMany(path, limit) : value;
  }

  /** The entries of an object whose fields are names of the model's own choice. */
  entries(value: unknown, path: string, limit: number): [string, unknown][] {
    if (!isObject(value)) return this.expected(path, 'object') ?? [];
    const entries = Object.entries(value);
    return entries.length > limit ? (this.tooMany(path, limit) ?? []) : entries;
  }

  /** Without what no name may have; longer ones are refused. */
  text(value: unknown, path: string, maxLength: number): string | undefined {
    if (typeof value !== 'string' || value.length > maxLength) return this.expected(path, 'text');
    return cleanName(value, maxLength);
  }

  /** A reason is cut instead: nothing depends on it. */
  reason(value: unknown): string | undefined {
    if (typeof value !== 'string') return undefined;
    return cleanName(value, answerLimits.whyLength) || undefined;
  }

  boolean(value: unknown, path: string): boolean | undefined {
    return typeof value === 'boolean' ? value : this.expected(path, 'boolean');
  }

  count(value: unknown, path: string): number | undefined {
    const isCount =
      typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LAST_COLUMN;
    return isCount ? value : this.expected(path, 'number');
  }

  oneOf<Name extends string>(value: unknown, path: string, names: readonly Name[]): Name | undefined {
    const found = names.find((name) => name === value);
    if (found) return found;
    const list = names.join(', ');
    return this.add(specFault(path, sayOfReading('model-choice', { names: list })));
  }

  range(value: unknown, path: string): CellRange | undefined {
    const isText = typeof value === 'string' && value.length <= 30 && /\d/.test(value);
    return (isText && parseRange(value)) || this.expected(path, 'range');
  }

  cell(value: unknown, path: string): CellAddress | undefined {
    const isCell = typeof value === 'string' && /^\s*\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}\s*$/.test(value);
    const range = isCell ? parseRange(value) : null;
    return range ? { row: range.top, column: range.left } : this.expected(path, 'cell');
  }

  column(value: unknown, path: string): number | undefined {
    const letters = typeof value === 'string' ? /^[A-Za-z]{1,3}$/.exec(value.trim())?.[0] : undefined;
    const column = letters === undefined ? Number.NaN : columnIndex(letters);
    return column <= LAST_COLUMN ? column : this.expected(path, 'column');
  }

  /** Rows from 1 as numbers or runs such as `12-20`, as rows from 0. */
  rows(value: unknown, path: string): number[] | undefined {
    const given = Array.isArray(value) ? value : [value];
    const rows = new Set<number>();
    for (const one of given) {
      const run = this.run(one, path);
      if (!run) return undefined;
      this.#rows += run.last - run.first + 1;
      if (this.#rows > answerLimits.rows) return this.tooMany(path, answerLimits.rows);
      for (let row = run.first; row <= run.last; row++) rows.add(row);
    }
    return [...rows];
  }

  run(value: unknown, path: string): { first: number; last: number } | undefined {
    const [, from, to = from] = /^\s*(\d{1,7})(?:\s*[-–:]\s*(\d{1,7}))?\s*$/.exec(String(value)) ?? [];
    const [first, last] = [Number(from ?? 0), Number(to ?? 0)];
    const isRow = first >= 1 && last >= first && last <= LAST_ROW;
    return isRow ? { first: first - 1, last: last - 1 } : this.expected(path, 'rows');
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
