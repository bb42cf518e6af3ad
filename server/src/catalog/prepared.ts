import type { CompiledQuery } from 'kysely';
import type { Db, Statement } from './db.js';
import { isTransactionInProcess, type KeptQuery, mayWrite, runTogether } from './run-together.js';

/** A statement with its values, to be run alone or together with others. */
interface PreparedStatement<Row> extends Statement<Row> {
  execute(): Promise<Row[]>;
}

/** Lists of many lengths make many shapes; the oldest is forgotten. */
const MAX_SHAPES = 32;

/**
 * Builds a statement once for each shape of its values, and then only fills values in: building one anew takes the query
 * builder longer than SQLite needs to run it. The values that `build` gets are placeholders, which it can pass to the
 * query builder but not look into; those that are undefined stay so, and lists keep their length.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => Statement<Row>,
): (db: Db, values: Values) => PreparedStatement<Row> {
  /** By dialect, then by shape. */
  const templates = new WeakMap<object, Map<string, Template<Row>>>();
  const templateFor = (db: Db, values: Values): Template<Row> => {
    const dialect = db.getExecutor().adapter;
    let known = templates.get(dialect);
    if (!known) {
      known = new Map();
      templates.set(dialect, known);
    }
    const shape = shapeOf(values);
    const found = known.get(shape);
    if (found) return found;
    const template = templateOf(build(db, placeholdersFor(values)).compile());
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= MAX_SHAPES) known.delete(oldest);
    known.set(shape, template);
    return template;
  };
  return (db, values) => {
    const compile = (): CompiledQuery<Row> => {
      const { compiled, parametersOf } = templateFor(db, values);
      const { sql, query, queryId } = compiled;
      return { sql, query, queryId, parameters: parametersOf(values) };
    };
    return { compile, execute: () => rowsOf(db, compile()) };
  };
}

/** On SQLite, the end of a write outside of a transaction has to be waited for. */
async function rowsOf<Row>(db: Db, compiled: CompiledQuery<Row>): Promise<Row[]> {
  if (mayWrite(compiled) && !isTransactionInProcess(db)) return (await db.executeQuery(compiled)).rows;
  const [rows] = await runTogether(db, { compile: () => compiled });
  return rows as Row[];
}

/** The same for what nearly every call reads and few write: the rows are kept where that is safe, and must not be changed. */
export function preparedAndKept<Values extends object, Row>(
  build: (db: Db, values: Values) => Statement<Row>,
): (db: Db, values: Values) => PreparedStatement<Row> {
  const statement = prepared(build);
  return (db, values) => {
    const compile = (): KeptQuery<Row> => ({ ...statement(db, values).compile(), kept: true });
    const kept = { compile };
    return { compile, execute: async () => (await runTogether(db, kept))[0] as Row[] };
  };
}

interface Template<Row> {
  compiled: CompiledQuery<Row>;
  parametersOf(values: object): unknown[];
}

class Placeholder {
  /** @param place Where the value is, as an expression over `values`. */
  constructor(readonly place: string) {}
}

/** The parameters are read by a function of their own, which V8 then makes for the one shape that the values have. */
function templateOf<Row>(compiled: CompiledQuery<Row>): Template<Row> {
  const { parameters } = compiled;
  const places = parameters.map((parameter, i) =>
    parameter instanceof Placeholder ? parameter.place : `constants[${i}]`,
  );
  const make = new Function('constants', `return (values) => [${places.join(', ')}];`);
  return { compiled, parametersOf: make(parameters) as Template<Row>['parametersOf'] };
}

function shapeOf(values: object): string {
  let shape = '';
  for (const name in values) {
    const value: unknown = values[name as keyof typeof values];
    if (Array.isArray(value)) shape += `${name}[${value.length}] `;
    else if (value !== undefined) shape += `${name} `;
  }
  return shape;
}

/** Lists are of values, or of records that have the same members. */
function placeholdersFor<Values extends object>(values: Values, place = 'values'): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    placeholderFor(value, `${place}[${JSON.stringify(name)}]`),
  ]);
  return (Array.isArray(values) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as Values;
}

function placeholderFor(value: unknown, place: string): unknown {
  if (value === undefined) return undefined;
  return typeof value === 'object' && value !== null ? placeholdersFor(value, place) : new Placeholder(place);
}
