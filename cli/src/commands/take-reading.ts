import type { ArtifactSummary } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { type ListColumn, printAnswer, printList } from '../output/lists.js';
import { openSession } from '../session.js';

const columns: ListColumn<ArtifactSummary>[] = [
  { title: 'table', value: ({ name }) => name },
  { title: 'rows', value: ({ row_count }) => row_count, alignRight: true },
];

export const takeReadingCommand = () =>
  new Command('take-reading')
    .description('read a file in another of the ways that upload named, and make its tables')
    .argument('<workbook>', 'its id or title')
    .argument('<file>', 'its name in the workbook')
    .argument('<reading>', 'its id, as r1.b')
    .action(async (workbook: string, file: string, reading: string, _: unknown, command: Command) => {
      const session = await openSession(command);
      const book = await session.workbook(workbook);
      const answer = await book.takeReading(file, reading, { signal: session.signal });
      if (session.json) await printAnswer(session, answer, '');
      else
        await printList(
          session,
          answer.artifacts.filter(({ state }) => state === 'active'),
          columns,
        );
    });
