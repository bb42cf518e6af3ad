import { columnLetters } from '@workbook-data-service/sheets/addresses';
import { sayOfReading } from '../reading-messages.js';
import { type SpecFault, specFault } from '../spec-fault.js';
import { AnswerReader, isObject } from './answer-reader.js';
import {
  answerLimits,
  columnRoleNames,
  columnTypeNames,
  extractNames,
  layoutNames,
  tableFields,
} from './answer-schema.js';
import type {
  ChangedPart,
  ModelAnswer,
  NewPart,
  SaidOfColumn,
  SaidOfField,
  SaidOfTable,
} from './model-answer.js';

/** What a model said, or why it cannot be taken; nothing is thrown, whatever it said. */
export function readAnswer(text: string): { answer: ModelAnswer } | { faults: SpecFault[] } {
  if (text.length > answerLimits.characters) {
    const { length } = text;
    const said = sayOfReading('model-too-long', { length, limit: answerLimits.characters });
    return { faults: [specFault('', said)] };
  }
  const value = parsed(text);
  if (!isObject(value)) return { faults: [specFault('', sayOfReading('model-no-json'))] };
  const reader = new AnswerReader();
  const answer = readWhole(reader, value);
  return reader.faults.length > 0 ? { faults: reader.faults } : { answer };
}

/** Models put fences and sentences around what they are asked for. */
function parsed(text: string): unknown {
  const [first, last] = [text.indexOf('{'), text.lastIndexOf('}')];
  try {
    return first < 0 ? undefined : JSON.parse(text.slice(first, last + 1));
  } catch {
    return undefined;
  }
}

function readWhole(reader: AnswerReader, value: unknown): ModelAnswer {
  const fields = reader.object(value, '', ['keep', 'change', 'parts']);
  const list = (field: string, limit: number) =>
    fields?.has(field) ? (reader.list(fields.get(field), `/${field}`, limit) ?? []) : [];
  return {
    keep: list('keep', 1000).flatMap((id, at) => reader.text(id, `/keep/${at}`, 80) ?? []),
    change: list('change', answerLimits.parts).flatMap(
      (one, at) => readChange(reader, one, `/change/${at}`) ?? [],
    ),
    parts: list('parts', answerLimits.parts).flatMap(
      (one, at) => readPart(reader, one, `/parts/${at}`) ?? [],
    ),
  };
}

function readChange(reader: AnswerReader, value: unknown, path: string): ChangedPart | undefined {
  const fields = reader.object(value, path, ['id', 'range', 'kind', ...tableFields]);
  if (!fields) return undefined;
  const id = reader.text(fields.get('id'), `${path}/id`, 80);
  const range = fields.has('range') ? reader.range(fields.get('range'), `${path}/range`) : undefined;
  const kind = fields.has('kind')
    ? reader.oneOf(fields.get('kind'), `${path}/kind`, ['note', 'title'] as const)
    : undefined;
  if (id === undefined) return undefined;
  return { id, path, ...(range && { range }), ...(kind && { kind }), ...readTable(reader, fields, path) };
}

const partKinds = ['table', 'form', 'note', 'title'] as const;

function readPart(reader: AnswerReader, value: unknown, path: string): NewPart | undefined {
  const fields = reader.object(value, path, [...partKinds, ...tableFields]);
  if (!fields) return undefined;
  const [kind, ...others] = partKinds.filter((name) => fields.has(name));
  if (!kind || others.length > 0) return reader.add(specFault(path, sayOfReading('model-part-kind')));
  const range = reader.range(fields.get(kind), `${path}/${kind}`);
  const said = readTable(reader, fields, path);
  if (kind === 'form' && !said.fields?.length)
    return reader.add(specFault(`${path}/fields`, sayOfReading('model-form-fields')));
  return range && { kind, range, path, ...said };
}

type Fields = ReadonlyMap<string, unknown>;

function readTable(reader: AnswerReader, fields: Fields, path: string): SaidOfTable {
  /** The field as it is read; nothing where it is not given or cannot be read. */
  const of = <Name extends keyof SaidOfTable>(
    name: Name,
    read: (value: unknown, path: string) => SaidOfTable[Name] | undefined,
    given: string = name,
  ): Pick<SaidOfTable, Name> | undefined => {
    const value = fields.has(given) ? read(fields.get(given), `${path}/${given}`) : undefined;
    return value === undefined ? undefined : ({ [name]: value } as Pick<SaidOfTable, Name>);
  };
  const rows = (value: unknown, at: string) => reader.rows(value, at);
  const isForm = fields.has('fields');
  return {
    ...of('name', (value, at) => reader.text(value, at, answerLimits.nameLength)),
    ...of('header', rows),
    ...of('labels', (value, at) => reader.count(value, at)),
    ...(isForm ? { fields: readFields(reader, fields, path) } : columnsOf(reader, fields, path)),
    ...of('totals', rows),
    ...of('groups', rows),
    ...of('notes', rows),
    ...of('skip', rows),
    ...of('ungrouped', rows),
    ...of('under', (value, at) => readParents(reader, value, at)),
    ...of('layout', (value, at) => reader.oneOf(value, at, layoutNames)),
    ...of('continues', (value, at) => reader.text(value, at, 80)),
    ...of('madeNames', (value, at) => readMadeNames(reader, value, at), 'made'),
    ...of('spread', (value, at) => reader.boolean(value, at)),
    ...of('blanks', (value, at) =>
      (reader.list(value, at, 500) ?? []).flatMap((cell) => reader.cell(cell, at) ?? []),
    ),
    ...of('fill', (value, at) => reader.column(value, at)),
    ...of('stack', (value, at) => readStack(reader, value, at)),
    ...of('why', (value) => reader.reason(value)),
  };
}

/** The words about columns, and the names that are given to any value of them. */
const columnWords = {
  names: (reader: AnswerReader, value: unknown, path: string) => {
    const name = reader.text(value, path, answerLimits.nameLength);
    return name === undefined ? undefined : { name };
  },
  types: (reader: AnswerReader, value: unknown, path: string) => {
    const type = reader.oneOf(value, path, columnTypeNames);
    return type && { type };
  },
  roles: (reader: AnswerReader, value: unknown, path: string) => {
    const role = reader.oneOf(value, path, columnRoleNames);
    return role && { role };
  },
  units: (reader: AnswerReader, value: unknown, path: string) => {
    const unit = reader.text(value, path, 60);
    return unit === undefined ? undefined : { unit };
  },
  periods: (reader: AnswerReader, value: unknown, path: string) => {
    const period = reader.text(value, path, 40);
    return period === undefined ? undefined : { period, role: 'period' as const };
  },
  extract: (reader: AnswerReader, value: unknown, path: string) => {
    const extract = reader.oneOf(value, path, extractNames);
    return extract && { extract };
  },
};

function columnsOf(reader: AnswerReader, fields: Fields, path: string): Pick<SaidOfTable, 'columns'> {
  const columns = new Map<number, SaidOfColumn>();
  for (const [word, read] of Object.entries(columnWords)) {
    if (!fields.has(word)) continue;
    const at = `${path}/${word}`;
    for (const [letters, value] of reader.entries(fields.get(word), at, answerLimits.columns)) {
      const column = reader.column(letters, at);
      const said = column === undefined ? undefined : read(reader, value, `${at}/${letters}`);
      if (column !== undefined && said) columns.set(column, { ...columns.get(column), ...said });
    }
  }
  return columns.size > 0 ? { columns } : {};
}

/** `{"Nombre": "D3<C3", "Address": "D4+D5<C4"}`, with types and units by the same names. */
function readFields(reader: AnswerReader, fields: Fields, path: string): SaidOfField[] {
  const at = `${path}/fields`;
  const wordOf = (word: string) =>
    new Map(fields.has(word) ? reader.entries(fields.get(word), at, answerLimits.fields) : []);
  const [types, units] = [wordOf('types'), wordOf('units')];
  return reader.entries(fields.get('fields'), at, answerLimits.fields).flatMap(([given, value]) => {
    const name = reader.text(given, at, answerLimits.nameLength);
    const [places = '', labelAt, ...more] = typeof value === 'string' ? value.slice(0, 1000).split('<') : [];
    const cells = places.split('+').flatMap((cell) => reader.cell(cell, `${at}/${given.slice(0, 40)}`) ?? []);
    const label = labelAt === undefined ? undefined : reader.cell(labelAt, `${at}/${given.slice(0, 40)}`);
    const [first, ...others] = cells;
    if (!name || !first || more.length > 0) return [];
    const type = types.has(given)
      ? reader.oneOf(types.get(given), `${path}/types`, columnTypeNames)
      : undefined;
    const unit = units.has(given) ? reader.text(units.get(given), `${path}/units`, 60) : undefined;
    return [
      {
        name,
        cells: [first, ...others],
        ...(label && { label }),
        ...(type && { type }),
        ...(unit && { unit }),
      },
    ];
  });
}

/** By row, the row above it in the tree of labels, in which none may come to stand under itself. */
function readParents(reader: AnswerReader, value: unknown, path: string): Map<number, number> | undefined {
  const parents = new Map<number, number>();
  for (const [rows, parent] of reader.entries(value, path, 5000)) {
    if (parent === null) continue;
    const [below, above] = [reader.rows(rows, path), reader.run(parent, path)];
    if (!below || !above) return undefined;
    for (const row of below) parents.set(row, above.first);
  }
  const settled = new Set<number>();
  for (const start of parents.keys()) {
    const way = new Set<number>();
    for (
      let row: number | undefined = start;
      row !== undefined && !settled.has(row);
      row = parents.get(row)
    ) {
      if (way.has(row)) return reader.add(specFault(path, sayOfReading('model-loop', { row: row + 1 })));
      way.add(row);
    }
    for (const row of way) settled.add(row);
  }
  return parents;
}

function readMadeNames(reader: AnswerReader, value: unknown, path: string): SaidOfTable['madeNames'] {
  const fields = reader.object(value, path, ['group', 'period', 'value']);
  if (!fields) return undefined;
  const name = (field: string) =>
    fields.has(field)
      ? reader.text(fields.get(field), `${path}/${field}`, answerLimits.nameLength)
      : undefined;
  const [period, measure] = [name('period'), name('value')];
  const given = fields.get('group');
  const group = (
    typeof given === 'string' ? [given] : given === undefined ? [] : (reader.list(given, path, 20) ?? [])
  ).flatMap((one) => reader.text(one, `${path}/group`, answerLimits.nameLength) ?? []);
  return {
    ...(group.length > 0 && { group }),
    ...(period && { period }),
    ...(measure && { value: measure }),
  };
}

function readStack(reader: AnswerReader, value: unknown, path: string): SaidOfTable['stack'] {
  const fields = reader.object(value, path, ['columns', 'skip_blanks']);
  if (!fields) return undefined;
  const [from = '', to = from] = String(fields.get('columns')).slice(0, 20).split(':');
  const [left, right] = [reader.column(from, path), reader.column(to, path)];
  const skipBlanks = fields.has('skip_blanks') ? reader.boolean(fields.get('skip_blanks'), path) : false;
  if (left === undefined || right === undefined || skipBlanks === undefined) return undefined;
  return left <= right
    ? { left, right, skipBlanks }
    : reader.expected(`${path}/${columnLetters(left)}`, 'column');
}
