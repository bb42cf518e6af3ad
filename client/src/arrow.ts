/** For programs that have the package `apache-arrow`: rows and results as its tables. */
import { Table, type TypeMap, tableFromIPC } from 'apache-arrow';

interface ArrowSource {
  arrowPages(): AsyncIterable<Uint8Array>;
}

/**
 * All of it as one table, in the memory layout in which it arrives.
 *
 * @example const table = await toArrow(workbook.query('select * from sales'));
 */
export async function toArrow<Columns extends TypeMap = TypeMap>(
  source: ArrowSource,
): Promise<Table<Columns>> {
  const pages: Table<Columns>[] = [];
  for await (const page of source.arrowPages()) pages.push(tableFromIPC<Columns>(page));
  const [first, ...rest] = pages;
  return first ? first.concat(...rest) : new Table<Columns>();
}
