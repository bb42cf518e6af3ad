import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { isReservedName } from '../../core/reserved-names.js';
import { changingFunctions, isChangingName } from './changing-functions.js';
import { argumentFault, type Node } from './function-rules.js';
import { allowedFunctions, allowedTableFunctions, argumentCopies } from './functions.js';
import { expressionTypes, type Fields, grammar, type Kind, type NodeKind } from './grammar.js';
import { limits } from './limits.js';
import { lowerAscii } from './lower-ascii.js';
import { positionAt, refusal } from './refusal.js';
import { isSessionValue } from './session-values.js';
import { isAllowedCatalogType, isAllowedTypeId } from './type-rules.js';

/** Common table expressions in scope, by lowercase name, with the number of tables each one expands to. */
type Scope = ReadonlyMap<string, number>;

/** The context of a node in the tree. */
interface Place {
  scope: Scope;
  depth: number;
  arrows: number;
  macroCopies: number;
  /** DuckDB's byte offset of the nearest node that has one. */
  offset: unknown;
}

/** Walks one parsed statement, refuses what is not allowed, and collects the names it uses. */
export class TreeWalk {
  readonly #sql: string;
  /** As first written, by lowercase name. */
  readonly tables = new Map<string, string>();
  readonly parameters = new Map<string, string>();
  /** Whether the order of its rows may depend on their values. */
  sorts = false;
  /** Whether it gives the same rows each time, as far as its own words decide. */
  isSteady = true;
  #references = 0;
  #expandedReferences = 0;
  #stars = 0;

  constructor(sql: string) {
    this.#sql = sql;
  }

  walk(statement: unknown): void {
    this.#visit('statement', statement, {
      scope: new Map(),
      depth: 0,
      arrows: 0,
      macroCopies: 1,
      offset: undefined,
    });
  }

  #visit(kind: Kind, value: unknown, outer: Place): void {
    if (value === null || value === undefined || kind === 'data') return;
    if (kind === 'plain') this.#demandPlain(value, outer);
    else if (kind === 'absent') this.#demandAbsent(value, outer);
    else if (Array.isArray(value)) for (const item of value) this.#visit(kind, item, outer);
    else if (typeof value === 'object') this.#visitNode(kind, value as Node, outer);
    else throw this.#unknown(kind, outer);
  }

  #visitNode(kind: NodeKind, node: Node, outer: Place): void {
    const place = this.#enter(node, outer);
    const fields = this.#fieldsOf(kind, node, place);
    this.sorts ||= sortsRows(kind, node);
    if (kind === 'sample') this.isSteady = false;
    for (const name of Object.keys(node)) {
      if (!Object.hasOwn(fields, name)) throw this.#unknown(`${kind}.${name}`, place);
    }
    if (kind === 'query') this.#visitQuery(node, fields, place);
    else this.#visitFields(node, fields, this.#check(kind, node, place));
  }

  #visitFields(node: Node, fields: Fields, place: Place): void {
    for (const [name, kind] of Object.entries(fields)) this.#visit(kind, node[name], place);
  }

  #enter(node: Node, outer: Place): Place {
    const offset = Number.isSafeInteger(node.query_location) ? node.query_location : outer.offset;
    const place = { ...outer, depth: outer.depth + 1, offset };
    if (place.depth > limits.depth) {
      throw this.#refuse(say('sql-nested', { max: limits.depth }), place);
    }
    return place;
  }

  #fieldsOf(kind: NodeKind, node: Node, place: Place): Fields {
    const shape = grammar[kind];
    if (!isVariants(shape)) return shape;
    const variant = String(node[shape.by]);
    if (variant === 'SHOW_REF') {
      throw refusal(say('sql-describes'), { fix: say('fix-sql-describes') });
    }
    const fields = Object.hasOwn(shape.variants, variant) ? shape.variants[variant] : undefined;
    if (!fields) throw this.#unknown(variant, place);
    return fields;
  }

  /** Checks a single node. Returns the context of its fields. */
  #check(kind: NodeKind, node: Node, place: Place): Place {
    if (kind === 'expression') return this.#checkExpression(node, place);
    if (kind === 'table') this.#checkTable(node, place);
    if (kind === 'tableFunction') this.#checkTableFunction(node, place);
    if (kind === 'type' && !isAllowedTypeId(node.id)) throw this.#typeRefusal(node.id, place);
    if (kind === 'typeInfo' && node.type === 'UNBOUND_TYPE_INFO' && !isAllowedCatalogType(node.name)) {
      throw this.#typeRefusal(node.name, place);
    }
    return place;
  }

  #checkExpression(node: Node, place: Place): Place {
    if (!expressionTypes.has(String(node.type))) throw this.#unknown(String(node.type), place);
    switch (node.class) {
      case 'FUNCTION':
      case 'WINDOW':
        return this.#checkFunction(node, place);
      case 'LAMBDA':
        if (place.arrows >= limits.arrows) {
          throw this.#refuse(say('sql-arrows', { max: limits.arrows }), place, {
            fix: say('fix-sql-arrows'),
          });
        }
        return { ...place, arrows: place.arrows + 1 };
      case 'COLUMN_REF': {
        const names = node.column_names as string[];
        const [name = ''] = names;
        if (names.length === 1 && isSessionValue(name)) {
          throw this.#refuse(say('sql-session-value', { name }), place);
        }
        if (names.length === 1 && isChangingName(name)) this.isSteady = false;
        return place;
      }
      case 'PARAMETER': {
        const name = String(node.identifier);
        if (!this.parameters.has(lowerAscii(name))) this.parameters.set(lowerAscii(name), name);
        return place;
      }
      case 'STAR':
        this.#stars += 1;
        if (this.#stars > limits.stars) {
          throw this.#refuse(say('sql-stars', { max: limits.stars }), place);
        }
        return place;
      default:
        return place;
    }
  }

  #checkFunction(node: Node, place: Place): Place {
    const name = lowerAscii(String(node.function_name));
    if (!allowedFunctions.has(name)) throw this.#functionRefusal(name, place);
    if (changingFunctions.has(name)) this.isSteady = false;
    // `column.upper()` is parsed as the function `upper` of a schema `column`.
    const isMethod = Boolean(node.catalog) || (Boolean(node.schema) && node.schema !== 'main');
    const fault = argumentFault(name, node.children as Node[], isMethod);
    if (fault) throw this.#refuse(fault, place);
    const macroCopies = place.macroCopies * (argumentCopies.get(name) ?? 1);
    if (macroCopies > limits.macroCopies) throw this.#refuse(say('sql-macro-nested', { name }), place);
    return { ...place, macroCopies };
  }

  #checkTableFunction(node: Node, place: Place): void {
    const name = lowerAscii(String(node.function_name));
    const plain = node.class === 'FUNCTION' && !node.catalog && (!node.schema || node.schema === 'main');
    if (!plain || !allowedTableFunctions.has(name)) throw this.#functionRefusal(name, place);
  }

  #checkTable(node: Node, place: Place): void {
    if (node.type === 'BASE_TABLE') this.#checkBaseTable(node, place);
    else if (node.type === 'TABLE_FUNCTION' || node.type === 'EXPRESSION_LIST') this.#count(1, place);
    else if (node.type === 'PIVOT') this.#checkPivot(node, place);
  }

  #checkBaseTable(node: Node, place: Place): void {
    const written = String(node.table_name);
    const name = lowerAscii(written);
    if (node.catalog_name || node.schema_name) {
      const path = [node.catalog_name, node.schema_name, written].filter(Boolean).join('.');
      throw this.#refuse(say('sql-qualified', { table: path }), place, { fix: say('fix-sql-qualified') });
    }
    if (isReservedName(name)) throw this.#refuse(say('sql-reserved-table', { name: written }), place);
    const inlined = place.scope.get(name);
    if (inlined === undefined && !this.tables.has(name)) this.tables.set(name, written);
    this.#count(inlined ?? 1, place);
  }

  #checkPivot(node: Node, place: Place): void {
    const entries = (node.pivots as Node[]).map((pivot) => (pivot.entries as unknown[]).length);
    const aggregates = Math.max(1, (node.aggregates as unknown[]).length);
    if (entries.reduce((product, length) => product * length, aggregates) > limits.pivotColumns) {
      throw this.#refuse(say('sql-pivot-columns', { max: limits.pivotColumns }), place);
    }
  }

  #count(inlined: number, place: Place): void {
    this.#references += 1;
    this.#expandedReferences += inlined;
    if (this.#references > limits.tables || this.#expandedReferences > limits.expandedTables) {
      throw this.#refuse(say('sql-tables', { max: limits.tables }), place);
    }
  }

  /**
   * A common table expression can use those before it, a recursive one itself in its second half only, and
   * the body all of them. Where DuckDB allows more, a name counts as a table: the safe side.
   */
  #visitQuery(node: Node, fields: Fields, place: Place): void {
    if (((node.group_sets as unknown[] | undefined)?.length ?? 0) > limits.groupingSets) {
      throw this.#refuse(say('sql-grouping-sets', { max: limits.groupingSets }), place);
    }
    const { cte_map, right, ...rest } = fields;
    const body = { ...place, scope: this.#visitCtes(node.cte_map, place) };
    this.#visitFields(node, rest, body);
    const recursive = node.type === 'RECURSIVE_CTE_NODE';
    const half = recursive ? { ...body, scope: withName(body.scope, node.cte_name, 1) } : body;
    if (right) this.#visit(right, node.right, half);
  }

  #visitCtes(cteMap: unknown, place: Place): Scope {
    const { map: entries, ...others } = cteMap as { map: Node[] };
    this.#visit('cteMap', others, place);
    let scope = place.scope;
    for (const entry of entries) {
      const name = String(entry.key);
      if (isReservedName(name)) throw this.#refuse(say('sql-reserved-name', { name }), place);
      const before = this.#expandedReferences;
      this.#visit('cteEntry', entry, { ...place, scope });
      scope = withName(scope, name, Math.max(1, this.#expandedReferences - before));
    }
    return scope;
  }

  #demandPlain(value: unknown, place: Place): void {
    if (Array.isArray(value)) for (const item of value) this.#demandPlain(item, place);
    else if (typeof value === 'object' && value !== null)
      throw this.#refuse(say('sql-unexpected-node'), place);
  }

  #demandAbsent(value: unknown, place: Place): void {
    const empty = value === false || value === '' || (Array.isArray(value) && value.length === 0);
    if (!empty) throw this.#refuse(say('sql-unavailable-syntax'), place);
  }

  #functionRefusal(name: string, place: Place) {
    return this.#refuse(say('sql-function', { name }), place);
  }

  #typeRefusal(name: unknown, place: Place) {
    return this.#refuse(say('sql-type', { name: String(name) }), place);
  }

  #unknown(what: string, place: Place) {
    return this.#refuse(say('sql-unavailable', { what }), place);
  }

  #refuse(detail: Message, place: Place, more: { fix?: Message } = {}) {
    return refusal(detail, { at: positionAt(this.#sql, place.offset), ...more });
  }
}

function isVariants(
  shape: (typeof grammar)[keyof typeof grammar],
): shape is Extract<typeof shape, { by: string }> {
  return 'variants' in shape && typeof shape.variants === 'object';
}

function withName(scope: Scope, name: unknown, inlined: number): Scope {
  return new Map(scope).set(lowerAscii(String(name)), inlined);
}

/** By ORDER BY, a window, or a join that sorts. */
function sortsRows(kind: NodeKind, node: Node): boolean {
  if (kind === 'order' || node.class === 'WINDOW') return true;
  if (node.type !== 'JOIN') return false;
  return node.ref_type === 'ASOF' || /"COMPARE_(LESS|GREATER)/.test(JSON.stringify(node.condition ?? ''));
}
