import { useEffect, useState } from 'react';

/** What is being typed, kept for as long as the browser tab is open; a statement in the address goes first. */
export function useDraft(workbookId: string, inAddress: string | undefined) {
  const key = `workbooks.draft.${workbookId}`;
  const [draft, setDraft] = useState(() => inAddress ?? sessionStorage.getItem(key) ?? '');
  useEffect(() => {
    if (inAddress !== undefined) setDraft(inAddress);
  }, [inAddress]);
  useEffect(() => {
    sessionStorage.setItem(key, draft);
  }, [key, draft]);
  return [draft, setDraft] as const;
}
