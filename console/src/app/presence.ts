import { skipToken, useQuery } from '@tanstack/react-query';
import type { PresentUser } from '@workbook-data-service/client';

/** This page among others of the same user; it protects nothing. */
export const pageSession = `p${Math.random().toString(36).slice(2)}${Date.now().toString(36)}`;

/** Told by the stream of events, never read. */
export const presenceKey = (workbookId: string) => ['presence', workbookId];

const nobody: PresentUser[] = [];

/** Where others are in the workbook, on other pages of the reader too. */
export function usePresent(workbookId: string): PresentUser[] {
  const { data } = useQuery<PresentUser[]>({ queryKey: presenceKey(workbookId), queryFn: skipToken });
  return data ?? nobody;
}

/** White letters can be read on each. */
const COLOURS = ['#b5179e', '#1a66c2', '#b34a12', '#0b7568', '#6d43c4', '#8a5a00', '#a61b3c', '#4d6b00'];

/** The same for everybody who sees the user. */
export function colourOf(userId: string): string {
  let sum = 0;
  for (const letter of userId) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return COLOURS[sum % COLOURS.length] as string;
}
