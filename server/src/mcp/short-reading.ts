import type { Reading, Remark } from '../core/reading.js';
import { rememberedBody } from '../present/readings.js';
import { shortened } from './shorten.js';

const SHOWN = 5;

/** A reading as shown to a model, with self-explanatory fields. */
interface ShortReading extends Pick<Reading, 'confidence' | 'more'> {
  doubts: string[];
  questions: { id: string; text: string; choices: string[] }[];
  faults: string[];
  /** As which file it was read, and how it differs. */
  read_like?: object;
  rules?: string[];
}

export function shortReading({
  confidence,
  doubts,
  questions,
  faults,
  more,
  remembered,
  rules,
}: Reading): ShortReading {
  const said = (remarks: readonly Remark[]) =>
    remarks.slice(0, SHOWN).map(({ sheet, text }) => shortened(`${sheet}: ${text}`));
  const beyond = (shown: readonly unknown[], left: number) => Math.max(0, shown.length - SHOWN) + left;
  return {
    confidence,
    doubts: said(doubts),
    questions: questions
      .slice(0, SHOWN)
      .map(({ id, text, choices }) => ({ id, text: shortened(text), choices })),
    faults: said(faults),
    more: {
      doubts: beyond(doubts, more.doubts),
      questions: beyond(questions, more.questions),
      faults: beyond(faults, more.faults),
    },
    ...(remembered && {
      read_like: {
        ...rememberedBody(remembered),
        differences: remembered.differences.slice(0, 2 * SHOWN),
      },
    }),
    ...(rules && { rules }),
  };
}
