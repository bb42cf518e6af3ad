import { useSyncExternalStore } from 'react';

/** Where what stands beside a page has no room. Style sheets say the same. */
const narrow = matchMedia('(width < 800px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
