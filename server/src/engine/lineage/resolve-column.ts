import { type Column, everyColumn } from './columns.js';
import { type Dependence, guessed, nothing, together } from './dependence.js';
import { allInputs, type From, type Relation, type Scope, type VisibleColumn } from './scope.js';

/** Names that DuckDB treats as a function if no column has them. */
const valueFunctions = new Set([
  ...['current_date', 'current_time', 'current_timestamp', 'localtime', 'localtimestamp', 'user'],
]);

/**
 * What a column reference reads, by DuckDB's rules: `a.b` is column b of table a, else field b of column a; a
 * lone name is a column, else the whole row of a table, else an alias of the select list; each scope is
 * searched before the one around it. The path is lowercase.
 */
export function resolveColumn(path: readonly string[], scope: Scope): Dependence {
  const guesses = new Set<Dependence>();
  for (let place: Scope | undefined = scope; place; place = place.outer) {
    const found = resolveHere(path, place);
    if (found) return guesses.size === 0 ? found : guessed(together([found, ...guesses]));
    for (const possible of possibleHere(path, place.from)) guesses.add(possible);
  }
  const [first, ...others] = guesses;
  if (first) return others.length === 0 ? first : guessed(together([...guesses]));
  return path.length === 1 && valueFunctions.has(path[0] ?? '') ? nothing : allInputs(scope);
}

function resolveHere(path: readonly string[], { from, aliases, parameters }: Scope): Dependence | undefined {
  const [first = '', second] = path;
  if (parameters.has(first)) return nothing;
  const relation = relationNamed(from, first);
  return (
    (relation && second !== undefined ? columnNamed(relation.columns, second) : undefined) ??
    columnNamed(from.visible, first) ??
    (relation && second === undefined ? everyColumn(relation.columns) : undefined) ??
    aliases.get(first) ??
    // `main.t.a`: tables are never qualified, but their columns may be.
    (path.length > 2 ? resolveQualified(path.slice(1), from) : undefined)
  );
}

function resolveQualified(path: readonly string[], from: From): Dependence | undefined {
  const [table = '', column = ''] = path;
  const relation = relationNamed(from, table);
  if (relation) return columnNamed(relation.columns, column);
  return path.length > 2 ? resolveQualified(path.slice(1), from) : undefined;
}

export function relationNamed(from: From, alias: string): Relation | undefined {
  return from.relations.find((relation) => relation.alias === alias);
}

type MaybeVisible = Column & Partial<VisibleColumn>;

export function columnNamed(columns: readonly MaybeVisible[], key: string): Dependence | undefined {
  const index = columns.findIndex((column) => column.key === key);
  const found = columns[index];
  if (!found) return undefined;
  // Unknown columns before it may have the same name, and then this one was renamed.
  const rivals = columns.slice(0, index).filter((one) => one.many && one.relation === found.relation);
  return rivals.length === 0 ? found.from : guessed(everyColumn([found, ...rivals]));
}

/** Columns of unknown name that the path may refer to. */
function possibleHere(path: readonly string[], from: From): Dependence[] {
  const named = path.length > 1 ? relationNamed(from, path[0] ?? '') : undefined;
  return (named ? [named] : from.relations).flatMap(({ columns }) => {
    const many = columns.some((column) => column.many);
    return columns
      .filter((column) => many || column.key === undefined)
      .map(({ from: source }) => (many ? guessed(source) : source));
  });
}
