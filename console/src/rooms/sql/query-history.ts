import { useSyncExternalStore } from 'react';
import type { ParameterValues } from '../../app/sql/sql-tokens.js';

export interface PastQuery {
  sql: string;
  params?: ParameterValues | undefined;
  at: string;
}

const MOST = 50;
const listeners = new Set<() => void>();
const keyOf = (userId: string, workbookId: string) => `workbooks.queries.${userId}.${workbookId}`;

/** What a user ran in a workbook, latest first and each statement once; kept in this browser alone. */
export function useQueryHistory(userId: string, workbookId: string) {
  const key = keyOf(userId, workbookId);
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key) ?? '[]');
  return {
    past: parsed(stored),
    remember: (sql: string, params: ParameterValues | undefined) => {
      const others = parsed(localStorage.getItem(key) ?? '[]').filter((one) => one.sql !== sql);
      write(key, [{ sql, params, at: new Date().toISOString() }, ...others].slice(0, MOST));
    },
    forget: () => write(key, []),
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function write(key: string, past: PastQuery[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(past));
  } catch {
    // A full or forbidden storage only costs the history.
  }
  for (const listener of listeners) listener();
}

function parsed(stored: string): PastQuery[] {
  try {
    return JSON.parse(stored) as PastQuery[];
  } catch {
    return [];
  }
}
