import { useEffect, useState } from 'react';
import type { Span } from './geometry.js';
import type { GridView, Snapshot } from './grid-view.js';
import { figuresOf, type RangeFigures } from './range-figures.js';
import { rectangleOf } from './selection.js';
import type { GridColumn, RowSource } from './types.js';

/** Asks for the figures of rows that are not at hand. */
export type Summarize = (
  rows: Span,
  columns: readonly GridColumn[],
  signal: AbortSignal,
) => Promise<RangeFigures>;

/** As many cells are added up where they are shown, in a few milliseconds. */
const MAX_CELLS = 100_000;
/** A selection that is still growing is not asked for. */
const REST_MS = 250;

/** What the selected cells come to; undefined for a single cell, and until it is known. */
export function useRangeFigures(
  view: GridView,
  { selection }: Snapshot,
  columns: readonly GridColumn[],
  rows: RowSource,
  summarize: Summarize | undefined,
): RangeFigures | undefined {
  const [answer, setAnswer] = useState<{ of: string; figures: RangeFigures }>();
  const area = selection && rectangleOf(selection);
  const { first = 0, end = 0 } = area?.rows ?? {};
  const { first: from = 0, end: to = 0 } = area?.columns ?? {};
  const cells = (end - first) * (to - from);
  const isAtHand = cells <= MAX_CELLS && view.knownRows({ first, end }) !== undefined;
  const isAsked = cells > 1 && !isAtHand && summarize !== undefined;
  const key = JSON.stringify([rows.key, first, end, from, to]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the range, and other rows have other figures.
  useEffect(() => {
    if (!isAsked) return;
    const aborting = new AbortController();
    const resting = setTimeout(() => {
      summarize({ first, end }, columns.slice(from, to), aborting.signal).then(
        (figures) => setAnswer({ of: key, figures }),
        () => undefined,
      );
    }, REST_MS);
    return () => {
      clearTimeout(resting);
      aborting.abort();
    };
  }, [key, isAsked, rows]);
  if (cells <= 1) return undefined;
  if (isAtHand) return figuresOf(view.knownRows({ first, end }) ?? [], columns.slice(from, to), from);
  return answer?.of === key ? answer.figures : undefined;
}
