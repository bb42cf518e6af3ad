import { type ReviewFinding, type ReviewReport, reviewWorkbook } from '@workbook-data-service/client/api';
import { Command, Option } from 'commander';
import { exitCodes } from '../exit-code.js';
import { type ListColumn, printList } from '../output/lists.js';
import { Progress } from '../output/progress.js';
import { openSession } from '../session.js';
import { inWords } from '../words/words.js';

const severities = ['error', 'warning', 'info'] as const;

interface ReviewOptions {
  table?: string;
  mode?: 'lint' | 'agent';
  failOn?: (typeof severities)[number];
}

const columns: ListColumn<ReviewFinding>[] = [
  { title: 'severity', value: ({ severity }) => severity },
  { title: 'table', value: ({ table }) => table },
  { title: 'column', value: ({ column }) => column },
  { title: 'rows', value: ({ row_count }) => row_count, alignRight: true },
  { title: 'rule', value: ({ rule }) => rule },
  { title: 'finding', value: ({ message, code, params }) => inWords({ text: message, code, params }) },
];

export const reviewCommand = () =>
  new Command('review')
    .description('find problems in the data of a workbook')
    .argument('<workbook>', 'its id or title')
    .option('--table <name>', 'one table only')
    .addOption(
      new Option('--mode <mode>', 'by rules, or with a language model too').choices(['lint', 'agent']),
    )
    .addOption(
      new Option('--fail-on <severity>', 'exit with 6 if it finds this or worse').choices(severities),
    )
    .action(async (workbook: string, { table, mode, failOn }: ReviewOptions, command: Command) => {
      const session = await openSession(command);
      const { client, signal } = session;
      const { id: workbook_id } = await session.workbook(workbook);
      const body = { async: true, ...(table && { target: table }), ...(mode && { mode }) };
      const answer = await reviewWorkbook(client, { path: { workbook_id }, body, signal });
      const progress = new Progress('Review');
      const onProgress = ({ stage, percent }: { stage: string; percent: number }): void =>
        progress.tell(stage, percent);
      const report =
        'job_id' in answer
          ? await client
              .waitForJob<ReviewReport>(answer.job_id, { onProgress, signal })
              .finally(() => progress.end())
          : answer;
      await printList(session, report.findings, columns);
      const worst = failOn === undefined ? 0 : severities.indexOf(failOn) + 1;
      if (report.findings.some(({ severity }) => severities.indexOf(severity) < worst))
        process.exitCode = exitCodes.refused;
    });
