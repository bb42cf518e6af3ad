import { each } from '@workbook-data-service/client';
import { listMyWorkbooks, listVersions } from '@workbook-data-service/client/api';
import type { Command, Option } from 'commander';
import { openSession, type Session } from './session.js';

/** What a word may name, by the argument or the option that it is for. */
type Kind = 'workbooks' | 'tables' | 'columns' | 'versions';

const kindOfArgument: Readonly<Record<string, Kind>> = {
  workbook: 'workbooks',
  table: 'tables',
  tables: 'tables',
  cells: 'columns',
  label: 'versions',
  from: 'versions',
  to: 'versions',
};

const kindOfOption: Readonly<Record<string, Kind>> = {
  '--columns': 'columns',
  '--order-by': 'columns',
  '--key': 'columns',
  '--table': 'tables',
  '--as-of': 'versions',
};

/** Where the cursor is: the command, its arguments so far, and what is being typed. */
interface Place {
  command: Command;
  given: string[];
  option: Option | undefined;
  current: string;
}

/** Names of the service that may stand in place of the last word, as it is typed after `wds`. */
export async function completedNames(program: Command, words: readonly string[]): Promise<string[]> {
  const { command, given, option, current } = placeOf(program, words.map(unquoted));
  const [workbook, table] = given;
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[given.length] ?? (last?.variadic ? last : undefined);
  const kind = option ? kindOfOption[option.long ?? ''] : kindOfArgument[argument?.name() ?? ''];
  if (kind === undefined || (kind !== 'workbooks' && workbook === undefined)) return [];
  const names = await namesOf(await openSession(command), kind, workbook ?? '', table);
  // Lists are typed with commas, and a sign says the order.
  const [begun = ''] = option ? (/^(.*,)?-?/.exec(current) ?? []) : [];
  const ends = argument?.name() === 'cells' && !option ? '=' : '';
  return names.map((name) => `${begun}${name}${ends}`).filter((name) => name.startsWith(current));
}

function placeOf(program: Command, words: readonly string[]): Place {
  const place: Place = { command: program, given: [], option: undefined, current: words.at(-1) ?? '' };
  for (const word of words.slice(0, -1)) {
    const options = [...place.command.options, ...program.options];
    if (word.startsWith('-') && word !== '-') {
      const option = options.find(({ long, short }) => word === long || word === short);
      place.option = option?.required ? option : undefined;
    } else if (place.option) {
      if (!place.option.variadic) place.option = undefined;
    } else {
      const below = place.given.length === 0 && place.command.commands.find((one) => one.name() === word);
      if (below) place.command = below;
      else place.given.push(word);
    }
  }
  return place;
}

async function namesOf(session: Session, kind: Kind, workbook: string, table?: string): Promise<string[]> {
  const { client, signal } = session;
  const names: string[] = [];
  if (kind === 'workbooks') {
    for await (const { title } of each(listMyWorkbooks, client, { signal })) names.push(title);
    return names;
  }
  const book = await session.workbook(workbook);
  if (kind === 'versions') {
    const path = { workbook_id: book.id };
    for await (const { label } of each(listVersions, client, { path, signal })) names.push(label);
  } else if (kind === 'tables') for await (const { name } of book.tables({ signal })) names.push(name);
  else if (table !== undefined)
    names.push(...((await book.table(table).get({ signal })).schema ?? []).map(({ name }) => name));
  return names;
}

/** Shells pass words on as they were typed, with the marks that quote them, of which the last may still be open. */
function unquoted(word: string): string {
  const quote = /^["']/.exec(word)?.[0];
  if (quote) return word.slice(1, word.length > 1 && word.endsWith(quote) ? -1 : undefined);
  return word.replaceAll(/\\(.)/gs, '$1');
}
