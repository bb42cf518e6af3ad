import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier, literal } from '../../core/sql-text.js';
import type { GovernedColumn } from '../governance/governed-tables.js';

/** How an OData feed shows a row: by the names of its properties, and with what it tells of them. */
export interface EntityShape {
  /** By the ids of columns. */
  names: ReadonlyMap<string, string>;
  /** For clients that ask for all metadata. */
  told?: { set: string; type: string; types: ReadonlyMap<string, string> } | undefined;
}

/** The members of an entity, in their order; the row id is last, as everywhere. */
export function entityMembers(columns: readonly GovernedColumn[], { names, told }: EntityShape): string[] {
  const member = (sql: string, name: string) => `${sql} as ${identifier(name)}`;
  const id = identifier(ROW_ID);
  const properties = columns.flatMap((column) => {
    const name = names.get(column.id) ?? column.name;
    const type = told?.types.get(column.id);
    const own = member(identifier(column.name), name);
    return type === undefined ? [own] : [member(literal(`#${type}`), `${name}@odata.type`), own];
  });
  if (!told) return [...properties, id];
  return [
    member(literal(`#${told.type}`), '@odata.type'),
    member(`${literal(`${told.set}(`)} || ${id} || ')'`, '@odata.id'),
    ...properties,
    member(literal('#Int64'), `${ROW_ID}@odata.type`),
    id,
  ];
}
