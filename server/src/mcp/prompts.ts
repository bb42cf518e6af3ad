import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';

interface Job extends Prompt {
  arguments: { name: string; description: string; required: boolean }[];
  /** The task; `{name}` stands for the argument. */
  steps: string[];
}

const workbook = { name: 'workbook_id', description: 'The id of the workbook, as wb_…', required: true };
const source = { name: 'source', description: 'The name of the uploaded file', required: true };
const table = { name: 'table', description: 'The name of the table', required: true };

/** The usual jobs, as a user picks them in a client. */
const jobs: readonly Job[] = [
  {
    name: 'structure_file',
    title: 'Turn a messy file into clean tables',
    description:
      'Looks at how an uploaded file was read, corrects that, and checks the tables against the sheet',
    arguments: [workbook, source],
    steps: [
      'Make clean tables of the file "{source}" in the workbook {workbook_id}.',
      '1. `read_parse_spec`: how it was read. If it was not, `analyze` first.',
      '2. `list_tables` and `read_rows`: compare the tables with the sheet as it was, which is an archived table beside them.',
      '3. Say what is wrong: titles taken for headers, several header rows, subtotals and notes among the rows, numbers and dates as text, two tables in one.',
      '4. `correct_parse_spec`: answer its questions, take suggestions that fit, and correct regions; try it as a dry run first. Ask me where the sheet allows two readings.',
      '5. `materialize`, then compare row counts and totals by `query` with those that the sheet states.',
      '6. Report what was left out, and every cell of which you were not sure.',
    ],
  },
  {
    name: 'reconcile_totals',
    title: 'Reconcile totals',
    description: 'Checks the totals in a table against its rows, and finds what explains each difference',
    arguments: [workbook, table],
    steps: [
      'Reconcile the totals of "{table}" in the workbook {workbook_id}.',
      '1. `describe_table` and `list_tables`: find the rows or columns that hold totals, and other tables that should agree.',
      '2. Compute each total by `query` from the rows that it covers, without other totals.',
      '3. For each difference look for the rows that explain it: missing, twice, wrong sign, text in place of a number, rounding.',
      '4. `review` the table, for mistakes that do not show in a total.',
      '5. Change nothing. Report a table of stated total, computed total, difference and cause, with row ids.',
    ],
  },
  {
    name: 'monthly_report',
    title: 'Make a monthly report',
    description: 'Compares a month with the one before it, with a chart and a report sheet',
    arguments: [
      workbook,
      table,
      { name: 'month', description: 'As 2026-10; the last whole month if absent', required: false },
    ],
    steps: [
      'Make a report on {month} from "{table}" in the workbook {workbook_id}.',
      '1. `describe_table`: find the date, the measures and the categories. If it is stale, `run_transform` first.',
      '2. By `query`, compute each measure for the month, for the month before and for the same month a year ago, in total and by category.',
      '3. `create_chart` for the last twelve months, and `render_chart` to look at it.',
      '4. `put_sheet` for the report: figures, changes in percent, the three largest causes.',
      '5. `create_version` with the month in its name, so that the figures can be found again.',
      '6. Sum up in five sentences. Name every figure that rests on incomplete data.',
    ],
  },
];

/** What an argument that was left out reads as. */
const absent: Record<string, string> = { month: 'the last whole month' };

export const prompts: readonly Prompt[] = jobs.map(({ steps: _, ...prompt }) => prompt);

export function getPrompt(name: string, given: Record<string, string> = {}): GetPromptResult {
  const job = jobs.find((candidate) => candidate.name === name);
  if (!job) throw invalid(`There is no prompt ${JSON.stringify(name.slice(0, 100))}.`);
  const missing = job.arguments.find((argument) => argument.required && !given[argument.name]);
  if (missing) throw invalid(`The prompt needs the argument \`${missing.name}\`.`);
  const text = job.steps
    .join('\n')
    .replaceAll(/\{(\w+)\}/g, (_, argument: string) => given[argument] || (absent[argument] ?? ''));
  return {
    description: job.description ?? '',
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
