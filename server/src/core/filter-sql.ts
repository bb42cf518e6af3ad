import type { CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import {
  type AppliedFunction,
  type CheckedFilter,
  type Compared,
  type Comparison,
  checkFilter,
  type FilterColumn,
} from './row-filter.js';
import { identifier } from './sql-text.js';

const comparisons: Record<Comparison, string> = {
  eq: '=',
  ne: 'is distinct from',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

const appliedSql: Record<AppliedFunction, (cell: string) => string> = {
  lower: (cell) => `lower(${cell})`,
  upper: (cell) => `upper(${cell})`,
  trim: (cell) => `trim(${cell})`,
  length: (cell) => `length(${cell})`,
  floor: (cell) => `floor(${cell})`,
  ceiling: (cell) => `ceil(${cell})`,
  round: (cell) => `round(${cell})`,
  date: (cell) => `cast(${cell} as date)`,
  year: (cell) => `year(${cell})`,
  month: (cell) => `month(${cell})`,
  day: (cell) => `day(${cell})`,
  hour: (cell) => `hour(${cell})`,
  minute: (cell) => `minute(${cell})`,
  second: (cell) => `second(${cell})`,
};

/**
 * A SQL condition whose values are parameters, numbered after the existing ones. Every value is first cast by
 * the rule of its column, so that the engine has nothing to refuse. A row meets a condition or does not: an
 * empty cell equals no value, so `ne` finds it, and `not` finds exactly the rows that its condition does not.
 */
export function compileFilter(text: string, columns: readonly FilterColumn[], parameters: unknown[]): string {
  return filterSql(checkFilter(text, columns), parameters);
}

export function filterSql(filter: CheckedFilter, parameters: unknown[]): string {
  const cast = (value: CellValue, type: ColumnType): string => {
    parameters.push(value);
    return `cast($${parameters.length} as ${type})`;
  };

  function compile(node: CheckedFilter): string {
    switch (node.kind) {
      case 'all':
      case 'any':
        return `(${node.of.map(compile).join(node.kind === 'all' ? ' and ' : ' or ')})`;
      case 'not':
        return `not coalesce(${compile(node.of)}, false)`;
      case 'is-empty':
        return `${identifier(node.column.name)} ${node.empty ? 'is null' : 'is not null'}`;
      case 'compare':
        return `${cellOf(node.of)} ${comparisons[node.op]} ${cast(node.value, node.of.type)}`;
      case 'among': {
        if (node.values.length === 0) return 'false';
        return `${cellOf(node.of)} in (${node.values.map((value) => cast(value, node.of.type)).join(', ')})`;
      }
      case 'text':
        return `${node.test}(cast(${cellOf(node.of)} as varchar), ${cast(node.text, 'VARCHAR')})`;
      case 'search':
        return found(cellOf(node.of), `lower(${cast(node.text, 'VARCHAR')})`);
      case 'search-any': {
        if (node.columns.length === 0) return 'false';
        const text = `lower(${cast(node.text, 'VARCHAR')})`;
        return `(${node.columns.map(({ name }) => found(identifier(name), text)).join(' or ')})`;
      }
    }
  }

  return compile(filter);
}

const found = (cell: string, text: string): string => `contains(lower(cast(${cell} as varchar)), ${text})`;

function cellOf({ column: { name, type }, apply }: Compared): string {
  const cell = identifier(name);
  if (apply) return appliedSql[apply](cell);
  return type === 'JSON' ? `${cell}->>'$'` : cell;
}
