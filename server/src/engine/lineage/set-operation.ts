import {
  type Column,
  type Columns,
  everyColumn,
  hasMany,
  hasUnknownNames,
  unknownColumns,
} from './columns.js';
import { type Dependence, nothing, together } from './dependence.js';
import { modifierInfluences } from './modifiers.js';
import { bindQuery } from './query.js';
import { innerScope, type QueryResult, type Scope } from './scope.js';
import { type Node, nodes } from './tree.js';

/** UNION, INTERSECT and EXCEPT, by position or by name. */
export function bindSetOperation(node: Node, scope: Scope): QueryResult {
  const sides = setOperands(node).map((side) => bindQuery(side, scope));
  const columns = sides.map((side) => side.columns).reduce((left, right) => combined(node, left, right));
  const inner = innerScope(scope, { aliases: namesOfSides(columns, sides) });
  const comparesRows = !node.setop_all || /EXCEPT|INTERSECT/.test(String(node.setop_type));
  return {
    columns,
    influences: together([
      ...sides.map((side) => side.influences),
      comparesRows ? together(sides.map((side) => everyColumn(side.columns))) : nothing,
      modifierInfluences(node, columns, inner),
    ]),
  };
}

function setOperands(node: Node): Node[] {
  const children = nodes(node.children);
  return children.length > 0 ? children : [...nodes(node.left), ...nodes(node.right)];
}

function combined(node: Node, left: Columns, right: Columns): Columns {
  if (node.setop_type === 'EXCEPT') return left;
  return node.setop_type === 'UNION_BY_NAME' ? matchedByName(left, right) : stacked(left, right);
}

/** Column by column, under the names of the first. */
export function stacked(left: Columns, right: Columns): Columns {
  // Both sides have equally many columns: if one is known and the lengths agree, each unknown one is exactly
  // one.
  const uncertain = (hasMany(left) && hasMany(right)) || left.length !== right.length;
  if (uncertain) return unknownColumns(everyColumn([...left, ...right]));
  return left.map((one, index) => {
    const other = right[index];
    const { many, ...single } = one;
    return { ...single, from: other ? together([one.from, other.from]) : one.from };
  });
}

function matchedByName(left: Columns, right: Columns): Columns {
  const all = [...left, ...right];
  if (hasUnknownNames(all)) return unknownColumns(everyColumn(all));
  const byKey = new Map<string | undefined, Column>();
  for (const one of all) {
    const same = byKey.get(one.key);
    byKey.set(one.key, same ? { ...same, from: together([same.from, one.from]) } : one);
  }
  return [...byKey.values()];
}

/** ORDER BY may use the column names of any side. */
function namesOfSides(columns: Columns, sides: readonly QueryResult[]): Map<string, Dependence> {
  const names = new Map<string, Dependence>();
  for (const side of [{ columns }, ...sides]) {
    for (const [index, { key, from }] of side.columns.entries()) {
      if (key !== undefined && !names.has(key)) names.set(key, columns[index]?.from ?? from);
    }
  }
  return names;
}
