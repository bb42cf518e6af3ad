import { currentLanguage } from '../../preferences.js';
import { messages, textOf } from '../../text/text.js';
import { showToast } from '../../ui/toasts.js';
import { opWords } from '../op-names.js';
import type { ChangeMade, Direction, Step } from './next-step.js';

const texts = messages(
  {
    back: (what: string) => `Undone: ${what}`,
    forward: (what: string) => `Done again: ${what}`,
    impossible: (what: string) => `This cannot be undone: ${what}`,
    noneBack: 'There is nothing to undo.',
    noneForward: 'There is nothing to do again.',
  },
  {
    back: (what: string) => `元に戻しました: ${what}`,
    forward: (what: string) => `やり直しました: ${what}`,
    impossible: (what: string) => `元に戻せません: ${what}`,
    noneBack: '元に戻す変更はありません。',
    noneForward: 'やり直す変更はありません。',
  },
);

/** What an op did, and to which table. */
function wordsOf(op: ChangeMade): string {
  const what = opWords(op, currentLanguage());
  return op.table === null || what.includes(op.table) ? what : `${what} (${op.table})`;
}

export function tellDone({ direction, change }: Pick<Step, 'direction' | 'change'>): void {
  showToast({ text: textOf(texts)[direction](wordsOf(change)) });
}

/** Nothing else is offered then: an earlier change was made before this one. */
export function tellImpossible({ change }: Step): void {
  showToast({ text: textOf(texts).impossible(wordsOf(change)) });
}

export function tellNone(direction: Direction): void {
  showToast({ text: direction === 'back' ? textOf(texts).noneBack : textOf(texts).noneForward });
}
