import type { Filter } from '@workbook-data-service/client';
import type { DeleteRowsAnswer, UpsertRowsAnswer } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { CommandError } from '../exit-code.js';
import { type Cells, cellsOf, ROW_ID, rowsIn, withJson } from '../input/given-rows.js';
import { nameList } from '../name-list.js';
import { counted } from '../output/counted.js';
import { printAnswer } from '../output/lists.js';
import { plainText } from '../output/plain-text.js';
import { quotedWord } from '../output/quoted-word.js';
import { requireYes } from '../prompts.js';
import { openSession } from '../session.js';

interface ChangeOptions {
  from?: string;
  key?: string[];
  row?: number[];
  ifVersion?: number;
  dryRun?: boolean;
  yes?: boolean;
}

const changing = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .argument('<workbook>', 'its id or title')
    .argument('<table>', 'its name or id')
    .option('--from <file>', 'rows of a csv or JSON file, or - for standard input')
    .option(
      '--if-version <number>',
      'only if the table is at this version, as wds tables shows it',
      wholeNumber,
    )
    .option('--dry-run', 'say what would happen, change nothing');

const findingRows = (command: Command): Command =>
  command
    .option('--row <ids>', 'the rows with these ids: 3,8', rowIds)
    .option(
      '--key <column>',
      'find rows by this column: item=pear, or item for those of a file',
      keyParts,
      [],
    );

export const insertRowsCommand = () =>
  changing('insert', 'add rows to a table')
    .argument('[cells...]', 'one row: item=pear qty=3')
    .action(
      async (workbook: string, name: string, cells: string[], options: ChangeOptions, command: Command) => {
        const rows = options.from === undefined ? [cellsOf(cells)] : await rowsIn(options.from);
        if (options.from !== undefined && cells.length > 0) throw cellsOrFile();
        const place = await openTable(command, workbook, name);
        const { table, session } = place;
        const fresh = withJson(rows, await table.get({ signal: session.signal })).map(withoutRowId);
        const answer = await table.upsert(fresh, {
          expected_version: options.ifVersion ?? null,
          dry_run: options.dryRun ?? false,
          signal: session.signal,
        });
        await tell(place, answer, [[answer.inserted, 'added']]);
      },
    );

export const editRowsCommand = () =>
  findingRows(changing('edit', 'change cells of rows that are there'))
    .argument('[cells...]', 'what they become: qty=7; nothing after = empties the cell')
    .action(
      async (workbook: string, name: string, cells: string[], options: ChangeOptions, command: Command) => {
        const given = await editedRows(cells, options);
        const place = await openTable(command, workbook, name);
        const { table, session } = place;
        const { signal } = session;
        const info = await table.get({ signal });
        // What is looked at first is what is then written: the version is that of both calls.
        const expected_version = options.ifVersion ?? info.edit_version;
        const match_on = keysOf(options);
        const settings = { expected_version, ...(match_on.length > 0 && { match_on }), signal };
        const rows = withJson(given, info);
        const planned = await table.upsert(rows, { ...settings, dry_run: true });
        if (planned.inserted > 0)
          throw new CommandError(
            `${counted(planned.inserted, 'row')} of these ${planned.inserted === 1 ? 'is' : 'are'} not in the table, so nothing was changed. wds rows insert adds rows.`,
            'notFound',
          );
        const answer = options.dryRun ? planned : await table.upsert(rows, { ...settings, dry_run: false });
        await tell(place, answer, [[answer.updated, 'changed']]);
      },
    );

export const deleteRowsCommand = () =>
  findingRows(changing('delete', 'delete rows of a table'))
    .option('-y, --yes', 'without asking')
    .action(async (workbook: string, name: string, options: ChangeOptions, command: Command) => {
      const named = options.from === undefined ? [keyCells(options)] : await rowsIn(options.from);
      const place = await openTable(command, workbook, name);
      const { table, session } = place;
      const { signal } = session;
      const { edit_version } = await table.get({ signal });
      const expected_version = options.ifVersion ?? edit_version;
      const ids = options.row ?? (await idsOf(place, named, options, expected_version));
      const rows = counted(ids.length, 'row');
      if (!options.dryRun && !options.yes) await requireYes(`Delete ${rows} of ${plainText(name)}?`);
      const answer = await table.delete(ids, { expected_version, dry_run: options.dryRun ?? false, signal });
      await tell(place, answer, [[answer.deleted, 'deleted']]);
    });

type Place = Awaited<ReturnType<typeof openTable>>;

async function openTable(command: Command, workbook: string, name: string) {
  const session = await openSession(command);
  const book = await session.workbook(workbook);
  return { session, workbook, name, table: book.table(name) };
}

/** Each row of a file, or the same cells for each row that is named. */
async function editedRows(cells: readonly string[], options: ChangeOptions): Promise<Cells[]> {
  if (options.from !== undefined) {
    if (cells.length > 0 || options.row) throw cellsOrFile();
    const rows = await rowsIn(options.from);
    const lost = rows.findIndex((row) => keysOf(options).length === 0 && row[ROW_ID] === undefined);
    if (lost >= 0)
      throw new CommandError(
        `Which row is record ${lost + 1} of ${options.from}? Name the column that tells rows apart with --key, or give the file a column ${ROW_ID}.`,
      );
    return rows;
  }
  if (cells.length === 0)
    throw new CommandError('What should change? Say it as column=value, or give a file with --from.');
  const values = cellsOf(cells);
  if (options.row) return options.row.map((id) => ({ [ROW_ID]: id, ...values }));
  return [{ ...keyCells(options), ...values }];
}

/** The values by which a row is found, where it is named by options alone. */
function keyCells({ key = [], row }: ChangeOptions): Cells {
  if (row) return {};
  if (key.length === 0 || !key.every((part) => part.includes('=')))
    throw new CommandError('Which rows? Name them with --row 3,8 or --key column=value.');
  return cellsOf(key);
}

const keysOf = ({ key = [] }: ChangeOptions): string[] => key.map((part) => part.replace(/=.*$/su, ''));

/** The ids of rows that are named by the values of a key; each must be there once. */
async function idsOf(
  { table, session: { signal } }: Place,
  named: readonly Cells[],
  options: ChangeOptions,
  as_of: number,
): Promise<number[]> {
  const keys = keysOf(options);
  const ids: number[] = [];
  for (const cells of named) {
    const id = cells[ROW_ID];
    if (keys.length === 0 && typeof id === 'number') {
      ids.push(id);
      continue;
    }
    if (keys.length === 0)
      throw new CommandError('Which rows? Name the column that tells them apart with --key.');
    const conditions = keys.map((column): Filter => conditionOf(column, cells[column]));
    const found = await table.rows({ filter: { and: conditions }, as_of, page_size: 2, signal }).all();
    const [row] = found;
    const words = keys.map((column) => `${column}=${plainText(cells[column])}`).join(', ');
    if (row === undefined) throw new CommandError(`No row has ${words}. Nothing was deleted.`, 'notFound');
    if (found.length > 1)
      throw new CommandError(
        `${found.length} rows have ${words}. Name the one by its id, with --row. Nothing was deleted.`,
      );
    ids.push(row.__svc_row_id);
  }
  return [...new Set(ids)];
}

function conditionOf(column: string, value: unknown): Filter {
  return value === null || value === undefined
    ? { column, op: 'is_null', value: true }
    : { column, op: 'eq', value };
}

async function tell(
  { session, workbook }: Place,
  answer: UpsertRowsAnswer | DeleteRowsAnswer,
  counts: [number, string][],
): Promise<void> {
  const done = counts.map(
    ([count, verb]) => `${counted(count, 'row')} ${answer.dry_run ? 'would be ' : ''}${verb}`,
  );
  const after = answer.dry_run
    ? ''
    : `, version ${answer.edit_version}. To take it back: wds undo ${quotedWord(workbook)} ${answer.op_id}`;
  await printAnswer(session, answer, plainText(`${done.join(', ')}${after}`));
}

function withoutRowId({ [ROW_ID]: _, ...cells }: Cells): Cells {
  return cells;
}

const cellsOrFile = () => new CommandError('Give either cells or a file with --from, not both.');

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new CommandError(`${text} is not a whole number above 0.`);
  return number;
}

const rowIds = (text: string, before: number[] = []): number[] => [
  ...before,
  ...text.split(',').map(wholeNumber),
];

const keyParts = (text: string, before: string[]): string[] => [
  ...before,
  ...(text.includes('=') ? [text] : nameList(text)),
];
