import type { SealedEntry } from '../../core/audit-chain.js';
import { isReadable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { SourceVisibility } from '../sources/source-visibility.js';

/** An entry without what its reader may not see. */
export interface VisibleEntry extends Omit<SealedEntry, 'hash' | 'prevHash'> {
  /** Whether anything was removed from `detail`. */
  isPartial: boolean;
  /** Null if it covers a removed value, which could be guessed and checked against the hash. */
  hash: string | null;
  prevHash: string | null;
}

/** Removes hashes and sizes of files, and row counts of tables, that the caller may not see in full. */
export async function visibleEntries(
  service: Service,
  caller: Caller,
  workbookId: string,
  entries: readonly SealedEntry[],
): Promise<VisibleEntry[]> {
  const visibility = await SourceVisibility.load(service, caller, workbookId);
  if (visibility.seesEverything) return unredacted(entries);
  const withheld = await withheldTables(service, caller, workbookId);
  const visible = await Promise.all(
    entries.map(async (entry): Promise<VisibleEntry> => {
      const { sha256, size, rows, ...rest } = detailOf(entry);
      const hidesContent =
        (sha256 !== undefined || size !== undefined) && !(await visibility.mayKnowContent(String(sha256)));
      const hidesRows = rows !== undefined && withheld.has(entry.target ?? '');
      if (!hidesContent && !hidesRows) return { ...entry, isPartial: false };
      const content = hidesContent ? {} : { sha256, size };
      const detail = JSON.stringify({ ...rest, ...content, ...(!hidesRows && { rows }) });
      return { ...entry, detail, isPartial: true, hash: null };
    }),
  );
  const partial = new Set(visible.filter(({ isPartial }) => isPartial).map(({ seq }) => seq));
  return visible.map((entry) => (partial.has(entry.seq - 1) ? { ...entry, prevHash: null } : entry));
}

export const unredacted = (entries: readonly SealedEntry[]): VisibleEntry[] =>
  entries.map((entry) => ({ ...entry, isPartial: false }));

/** The detail of an entry that was tampered with may be any text. */
function detailOf({ detail }: SealedEntry): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(detail);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

async function withheldTables(
  service: Service,
  { userId }: Caller,
  workbookId: string,
): Promise<Set<string>> {
  const tables = await service.data.as({ userId }).tables(workbookId);
  return new Set(tables.filter((table) => !isReadable(table)).map(({ record }) => record.id));
}
