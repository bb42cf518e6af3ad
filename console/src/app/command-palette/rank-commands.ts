import { plainText, wordsOf } from '../../text/has-words.js';
import type { Command, CommandKind } from './command.js';

type Ranked = Pick<Command, 'kind' | 'title' | 'place'>;

/** Of what fits equally well, tables come before their columns. */
const order: CommandKind[] = ['table', 'page', 'action', 'file', 'workbook', 'column'];

/** How many of a kind are shown, unless it is the only one. */
const MAX_OF_A_KIND = 6;

/** Those that have all the words, the best first: at the beginning of the title, of one of its words, within, in the place. */
export function rankCommands<One extends Ranked>(commands: readonly One[], typed: string): One[] {
  const words = wordsOf(typed);
  const ranked = commands
    .flatMap((command) => {
      const scores = words.map((word) => scoreOf(command, word));
      return scores.includes(0) ? [] : [{ command, score: Math.min(...scores, 4) }];
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        order.indexOf(a.command.kind) - order.indexOf(b.command.kind) ||
        // Nothing is typed: they stay in the order in which they are given.
        (words.length > 0 ? a.command.title.length - b.command.title.length : 0),
    );
  const shown = new Map<CommandKind, number>();
  return ranked.flatMap(({ command }) => {
    const count = (shown.get(command.kind) ?? 0) + 1;
    shown.set(command.kind, count);
    return count <= MAX_OF_A_KIND ? [command] : [];
  });
}

function scoreOf({ title, place = '' }: Ranked, word: string): number {
  const at = plainText(title).indexOf(word);
  if (at === 0) return 4;
  if (at > 0) return /[\p{L}\p{N}]/u.test(plainText(title)[at - 1] ?? '') ? 2 : 3;
  return plainText(place).includes(word) ? 1 : 0;
}

/** In the order of the best of each kind. */
export function byKind<One extends Ranked>(commands: readonly One[]): [CommandKind, One[]][] {
  const groups = new Map<CommandKind, One[]>();
  for (const command of commands) groups.set(command.kind, [...(groups.get(command.kind) ?? []), command]);
  return [...groups];
}
