import type { PageOfResult } from '@workbook-data-service/client';
import { Command } from 'commander';
import { CommandError } from '../exit-code.js';
import {
  type PageOfCells,
  printRows,
  type RowFormatOptions,
  rowFormatOptions,
} from '../output/print-rows.js';
import { remark } from '../output/standard-output.js';
import { openSession } from '../session.js';
import { textArgument } from '../text-argument.js';

interface QueryCommandOptions extends RowFormatOptions {
  param: Record<string, unknown>;
  asOf?: string;
}

export const queryCommand = () => {
  const command = new Command('query')
    .description('run a SELECT over the tables of a workbook')
    .argument('<workbook>', 'its id or title')
    .argument('<sql>', 'the statement, @FILE, or - for standard input')
    .option(
      '-p, --param <name=value>',
      'a value for $name; numbers and JSON are read as such',
      addParameter,
      {},
    )
    .option('--as-of <version>', 'a label or a snapshot id: the tables as they were then');
  for (const option of rowFormatOptions()) command.addOption(option);
  return command.action(async (workbook: string, sql: string, options: QueryCommandOptions) => {
    const statement = await textArgument(sql);
    const session = await openSession(command);
    const { signal } = session;
    const book = await session.workbook(workbook);
    const parameters = Object.keys(options.param).length > 0 ? options.param : undefined;
    const result = (page_size: number) =>
      book.query(statement, parameters, { as_of: options.asOf ?? null, page_size, signal });
    await printRows(
      session,
      {
        pages: (size) => cellsOf(result(size).pages()),
        arrowPages: (size) => result(size).arrowPages(),
      },
      options,
    );
  });
};

async function* cellsOf(
  pages: AsyncIterable<PageOfResult<Record<string, unknown>>>,
): AsyncGenerator<PageOfCells> {
  for await (const { columns, rows, row_count, row_count_capped, next_offset } of pages) {
    yield { columns, rows, total: row_count };
    if (row_count_capped && next_offset === null)
      remark(`The service keeps ${row_count} rows of a result; this one has more. Narrow it, or add LIMIT.`);
  }
}

/** `7` is a number and `[1,2]` a list; what is not JSON is a text. */
function addParameter(text: string, before: Record<string, unknown>): Record<string, unknown> {
  const [, name, value = ''] = /^(\w+)=(.*)$/su.exec(text) ?? [];
  if (name === undefined) throw new CommandError(`${text} is not of the form name=value.`);
  try {
    return { ...before, [name]: JSON.parse(value) as unknown };
  } catch {
    return { ...before, [name]: value };
  }
}
