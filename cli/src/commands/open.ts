import { Command } from 'commander';
import { openInBrowser } from '../open-in-browser.js';
import { printAnswer } from '../output/lists.js';
import { openSession } from '../session.js';

export const openCommand = () =>
  new Command('open')
    .description('open the console in the browser: at a workbook, or at a table of it')
    .argument('[workbook]', 'its id or title')
    .argument('[table]', 'its name or id')
    .option('--print', 'print the address only')
    .action(
      async (
        workbook: string | undefined,
        table: string | undefined,
        { print = false }: { print?: boolean },
        command: Command,
      ) => {
        const session = await openSession(command);
        const { client, signal } = session;
        const address = [client.url];
        if (workbook !== undefined) {
          const book = await session.workbook(workbook);
          address.push('workbooks', book.id);
          // The name that the table has now; a table that is not there is told here and not by an empty page.
          if (table !== undefined)
            address.push('tables', encodeURIComponent((await book.table(table).get({ signal })).name));
        }
        const url = address.join('/');
        if (!print) openInBrowser(url);
        await printAnswer(session, { url }, url);
      },
    );
