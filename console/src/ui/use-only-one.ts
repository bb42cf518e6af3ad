import { useEffect, useId, useSyncExternalStore } from 'react';

const waiting = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();

function change(subject: string, ids: readonly string[]): void {
  waiting.set(subject, ids);
  for (const listener of listeners) listener();
}

/** Whether this is the first of the components on the page that would all say the same; undefined says something of its own. */
export function useOnlyOne(subject: string | undefined): boolean {
  const id = useId();
  useEffect(() => {
    if (subject === undefined) return;
    change(subject, [...(waiting.get(subject) ?? []), id]);
    return () =>
      change(
        subject,
        (waiting.get(subject) ?? []).filter((other) => other !== id),
      );
  }, [subject, id]);
  const first = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (subject === undefined ? undefined : waiting.get(subject)?.[0]),
  );
  return subject === undefined || first === id;
}
