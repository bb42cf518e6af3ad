import {
  type Column,
  type Columns,
  column,
  everyColumn,
  hasMany,
  hasUnknownNames,
  unknownColumns,
} from './columns.js';
import { nothing } from './dependence.js';
import { dependenceOf, fieldDependence } from './expression.js';
import { patternMatches } from './name-pattern.js';
import { relationNamed, resolveColumn } from './resolve-column.js';
import { type Scope, spend, type VisibleColumn } from './scope.js';
import { literal, type Node, nameKey, nodes, texts } from './tree.js';

/** The columns that `*`, `t.*` or COLUMNS(…) expands to. */
export function starColumns(star: Node, scope: Scope): Columns {
  const alias = nameKey(star.relation_name);
  const relation = relationNamed(scope.from, alias);
  // `s.*` may also spread the fields of a struct.
  if (alias !== '' && !relation) return unknownColumns(resolveColumn([alias], scope));
  const all = relation
    ? relation.columns.map((one) => ({ ...one, relation: relation.alias }))
    : scope.from.visible;
  spend(scope, all.length);
  const changed = applyChanges(all, changesOf(star, scope));
  const [choice] = nodes(star.expr);
  return choice ? chosenColumns(changed, choice, scope) : changed;
}

interface Change {
  /** Lowercase; the table is empty if it is not given. */
  readonly table: string;
  readonly key: string;
  /** Maps the column; to nothing if it is excluded. */
  readonly apply: (found: Column) => Columns;
}

function changesOf(star: Node, scope: Scope): Change[] {
  const excluded = [
    ...texts(star.exclude_list).map((name) => ({ table: '', key: nameKey(name) })),
    ...nodes(star.qualified_exclude_list).map(columnName),
  ];
  return [
    ...excluded.map((name) => ({ ...name, apply: () => [] })),
    ...nodes(star.replace_list).map(({ key, value }) => ({
      table: '',
      key: nameKey(key),
      apply: () => [column(String(key), fieldDependence(value, scope))],
    })),
    ...nodes(star.rename_list).map(({ key, value }) => ({
      ...columnName(key as Node),
      apply: (found: Column) => [column(String(value), found.from)],
    })),
  ];
}

function columnName({ table, column: name }: Node) {
  return { table: nameKey(table), key: nameKey(name) };
}

function applyChanges(columns: readonly VisibleColumn[], changes: readonly Change[]): Columns {
  const isMeant = (one: VisibleColumn, { table, key }: Change) =>
    one.key === key && (table === '' || table === one.relation);
  const missing = changes.some((change) => !columns.some((one) => isMeant(one, change)));
  if (missing && hasUnknownNames(columns)) {
    const replacements = changes.flatMap((change) => change.apply({ from: nothing }));
    return unknownColumns(everyColumn([...columns, ...replacements]));
  }
  return columns.flatMap((one) => changes.find((change) => isMeant(one, change))?.apply(one) ?? [one]);
}

/** COLUMNS with a pattern or a list of names; with a lambda over the names, which columns is unknown. */
function chosenColumns(columns: Columns, choice: Node, scope: Scope): Columns {
  const chosen = columns.map(({ name }) => (name === undefined ? undefined : isChosen(name, choice)));
  if (!chosen.includes(undefined) && !hasMany(columns)) return columns.filter((_, index) => chosen[index]);
  return unknownColumns(everyColumn([...columns, { from: dependenceOf(choice, scope) }]));
}

function isChosen(name: string, choice: Node): boolean | undefined {
  const pattern = literal(choice);
  if (typeof pattern === 'string') return patternMatches(pattern, name);
  if (nameKey(choice.function_name) !== 'list_value') return undefined;
  const names = nodes(choice.children).map(literal);
  if (!names.every((one) => typeof one === 'string')) return undefined;
  return names.some((one) => nameKey(one) === nameKey(name));
}
