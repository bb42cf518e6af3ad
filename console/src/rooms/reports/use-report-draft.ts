import type { Sheet } from '@workbook-data-service/client/api';
import { useEffect, useState } from 'react';
import { type Draft, type DraftBlock, draftOf, requestOf } from './blocks.js';

interface Kept extends Draft {
  /** When the report that the draft began with was saved. */
  base: string;
}

/** What is being composed, kept for as long as the browser tab is open. */
export function useReportDraft(sheet: Sheet) {
  const key = `workbooks.report.${sheet.id}`;
  const [kept, setKept] = useState<Kept>(() => stored(key) ?? fresh(sheet));
  const isChanged = !isSame(kept, draftOf(sheet));
  // Who has changed nothing follows what others save.
  const isBehind = kept.base !== sheet.updated_at;
  const [seen, setSeen] = useState(sheet);
  if (seen !== sheet) {
    setSeen(sheet);
    if (isBehind && isSame(kept, draftOf(seen))) setKept(fresh(sheet));
  }
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, JSON.stringify(kept));
    else sessionStorage.removeItem(key);
  }, [key, kept, isChanged]);
  return {
    draft: kept as Draft,
    isChanged,
    /** Whether somebody else saved the report since the draft was begun. */
    isOvertaken: isChanged && isBehind,
    change: (part: Partial<Draft>) => setKept((before) => ({ ...before, ...part })),
    /** Goes on with the report as it is saved. */
    discard: () => setKept(fresh(sheet)),
    /** Goes on with the draft, whatever others saved. */
    insist: () => setKept((before) => ({ ...before, base: sheet.updated_at })),
    /** The service writes blocks in full, so that what it answered is what later changes are compared with. */
    saved: (sent: Draft, made: Sheet) =>
      setKept((before) => ({
        ...before,
        ...(isSame(before, sent) && { blocks: inPlaceOf(before.blocks, draftOf(made).blocks) }),
        base: made.updated_at,
      })),
  };
}

const fresh = (sheet: Sheet): Kept => ({ ...draftOf(sheet), base: sheet.updated_at });

const inPlaceOf = (former: readonly DraftBlock[], blocks: readonly DraftBlock[]): DraftBlock[] =>
  blocks.map(({ block, key }, place) => ({ block, key: former[place]?.key ?? key }));

const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(requestOf(one)) === JSON.stringify(requestOf(other));

function stored(key: string): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}
