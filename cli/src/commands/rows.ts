import type { Filter, RowsOptions } from '@workbook-data-service/client';
import { Command } from 'commander';
import { jsonArgument } from '../json-argument.js';
import { nameList } from '../name-list.js';
import {
  type PageOfCells,
  printRows,
  type RowFormatOptions,
  rowFormatOptions,
} from '../output/print-rows.js';
import { openSession } from '../session.js';
import { deleteRowsCommand, editRowsCommand, insertRowsCommand } from './change-rows.js';

interface RowsCommandOptions extends RowFormatOptions {
  columns?: string[];
  orderBy?: string[];
  filter?: string;
  asOf?: string;
}

export const rowsCommand = () => {
  const command = new Command('rows')
    .description('show the rows of a table')
    .argument('<workbook>', 'its id or title')
    .argument('<table>', 'its name or id')
    .option('-c, --columns <names...>', 'these columns only: a,b', nameList)
    .option('--order-by <names...>', 'sort by these: a,-b, with - for descending order', nameList)
    .option('--filter <json>', 'such as {"column":"qty","op":"ge","value":2}')
    .option('--as-of <version>', 'a label, a snapshot id or a version number: the table as it was then');
  for (const option of rowFormatOptions()) command.addOption(option);
  for (const below of [insertRowsCommand(), editRowsCommand(), deleteRowsCommand()])
    command.addCommand(below);
  return command.action(async (workbook: string, table: string, options: RowsCommandOptions) => {
    const session = await openSession(command);
    const { signal } = session;
    const book = await session.workbook(workbook);
    const asked: RowsOptions = {
      columns: options.columns,
      order_by: options.orderBy,
      filter: options.filter === undefined ? undefined : jsonArgument<Filter>(options.filter, '--filter'),
      as_of: options.asOf,
      signal,
    };
    const rows = (page_size: number) => book.table(table).rows({ ...asked, page_size });
    await printRows(
      session,
      {
        pages: (size) => cellsOf(rows(size).pages()),
        arrowPages: (size) => rows(size).arrowPages(),
      },
      options,
    );
  });
};

type Pages = AsyncIterable<
  Omit<PageOfCells, 'columns'> & { columns: { name: string | null; type: string | null }[] }
>;

async function* cellsOf(pages: Pages): AsyncGenerator<PageOfCells> {
  for await (const { columns, rows, total } of pages)
    yield { columns: columns.map(({ name, type }) => ({ name: name ?? '', type })), rows, total };
}
