import { everyColumn } from './columns.js';
import { type Dependence, guessed, together } from './dependence.js';
import { fieldDependence } from './expression.js';
import { columnNamed } from './resolve-column.js';
import { type From, innerScope, type Scope, type VisibleColumn } from './scope.js';
import { type Node, nameKey, texts } from './tree.js';

/** Joins two sides of a FROM clause. The columns that the join compares decide which rows there are. */
export function joined(join: Node, left: From, right: From, scope: Scope): From {
  const both: From = {
    relations: [...left.relations, ...right.relations],
    visible: [...left.visible, ...right.visible],
    influences: together([left.influences, right.influences]),
  };
  const shared = sharedKeys(join, left, right);
  const influences = together([
    both.influences,
    fieldDependence(join.condition, innerScope(scope, { from: both })),
    ...shared.flatMap((key) => [sideColumn(left, key), sideColumn(right, key)]),
  ]);
  const leavesLeftOnly = join.join_type === 'SEMI' || join.join_type === 'ANTI';
  if (leavesLeftOnly) return { ...left, influences };
  return { relations: both.relations, visible: merged(join, left, right, shared), influences };
}

/** The columns of USING, or those that NATURAL finds on both sides. */
function sharedKeys(join: Node, left: From, right: From): string[] {
  if (join.ref_type !== 'NATURAL') return texts(join.using_columns).map(nameKey);
  const onTheRight = new Set(right.visible.map(({ key }) => key));
  return left.visible.flatMap(({ key }) => (key !== undefined && onTheRight.has(key) ? [key] : []));
}

function sideColumn(side: From, key: string): Dependence {
  return columnNamed(side.visible, key) ?? guessed(everyColumn(side.visible));
}

/** Each shared column appears once, at its position on the left side. */
function merged(join: Node, left: From, right: From, shared: readonly string[]): VisibleColumn[] {
  const value = (key: string): Dependence => {
    if (join.join_type === 'RIGHT') return sideColumn(right, key);
    if (join.join_type === 'FULL') return together([sideColumn(left, key), sideColumn(right, key)]);
    return sideColumn(left, key);
  };
  const isShared = ({ key }: VisibleColumn) => key !== undefined && shared.includes(key);
  return [
    ...left.visible.map((one) => (isShared(one) ? { ...one, from: value(one.key ?? '') } : one)),
    ...right.visible.filter((one) => !isShared(one)),
  ];
}
