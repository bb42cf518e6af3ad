import type { Static } from '@sinclair/typebox';
import type { SpecAlternative } from '@workbook-data-service/contract/parse-spec';
import type { Reading, Remark } from '../core/reading.js';
import { alternativeBody } from '../present/reading.js';
import { rememberedBody } from '../present/readings.js';
import { shortened } from './shorten.js';

const SHOWN = 5;

/** A reading as shown to a model, with self-explanatory fields. */
interface ShortReading extends Pick<Reading, 'confidence' | 'more'> {
  doubts: string[];
  questions: { id: string; text: string; choices: string[] }[];
  faults: string[];
  alternatives: ShortAlternative[];
  kept_as_sheet: string[];
  /** As which file it was read, and how it differs. */
  read_like?: object;
  rules?: string[];
  read_by: Reading['readBy'];
  /** What came of asking a language model about sheets. */
  model_readings?: string[];
}

/** A reading that `correct_parse_spec` takes. */
type ShortAlternative = Pick<Offered, 'id' | 'sheet' | 'confidence'> & { why: string; tables: string[] };

type Offered = Static<typeof SpecAlternative> & { sheet: string };

export function shortReading(reading: Reading): ShortReading {
  const {
    confidence,
    doubts,
    questions,
    faults,
    keptAsSheet,
    more,
    readBy,
    modelReadings,
    remembered,
    rules,
  } = reading;
  const alternatives = reading.alternatives.map((one) => ({ ...alternativeBody(one), sheet: one.sheet }));
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
    alternatives: shortAlternatives(alternatives),
    kept_as_sheet: keptAsSheet.slice(0, SHOWN),
    more: {
      doubts: beyond(doubts, more.doubts),
      questions: beyond(questions, more.questions),
      faults: beyond(faults, more.faults),
      alternatives: beyond(alternatives, more.alternatives),
    },
    ...(remembered && {
      read_like: {
        ...rememberedBody(remembered),
        differences: remembered.differences.slice(0, 2 * SHOWN),
      },
    }),
    ...(rules && { rules }),
    read_by: readBy,
    ...(modelReadings && {
      model_readings: modelReadings
        .slice(0, SHOWN)
        .map(({ sheet, outcome, why }) =>
          shortened(`${sheet}: ${[outcome, ...why.map(({ text }) => text)].join('. ')}`),
        ),
    }),
  };
}

const SHOWN_COLUMNS = 8;

/** Each with its tables as their columns and how many rows they have. */
export function shortAlternatives(alternatives: readonly Offered[]): ShortAlternative[] {
  return alternatives.slice(0, SHOWN).map(({ id, sheet, confidence, why, tables }) => ({
    id,
    sheet,
    confidence,
    why: shortened(why.map(({ text }) => text).join(' ')),
    tables: tables.map(({ name, columns, column_count, rows }) => {
      const shown = columns.slice(0, SHOWN_COLUMNS);
      const named = [...shown, ...(column_count > shown.length ? ['…'] : [])].join(', ');
      return shortened(`${name}: ${rows} rows of ${named}`);
    }),
  }));
}
