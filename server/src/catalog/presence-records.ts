// The only writer of `presences`.
import type { Catalog } from './catalog.js';

/** Where a page of a user is. */
export interface Presence {
  workbookId: string;
  userId: string;
  session: string;
  tableId: string;
  rowId: number | null;
  columnId: string | null;
}

/** Where everybody is, until a moment. */
export interface PresenceRecords {
  put(presence: Presence, until: string): Promise<void>;
  remove(page: Pick<Presence, 'workbookId' | 'userId' | 'session'>): Promise<void>;
  all(now: string): Promise<Presence[]>;
}

const MAX_READ = 10_000;

type Page = Pick<Presence, 'workbookId' | 'userId' | 'session'>;
const keyOf = ({ workbookId, userId, session }: Page) => `${workbookId} ${userId} ${session}`;

/** One process keeps them in memory. Several share an unlogged table, from which each row is deleted when its user leaves. */
export function presenceRecords(catalog: Catalog): PresenceRecords {
  return catalog.kind === 'sqlite' ? inMemory() : inTable(catalog);
}

function inMemory(): PresenceRecords {
  const kept = new Map<string, { presence: Presence; until: string }>();
  return {
    put: async (presence, until) => void kept.set(keyOf(presence), { presence, until }),
    remove: async (page) => void kept.delete(keyOf(page)),
    all: async (now) => {
      for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
      return [...kept.values()].map(({ presence }) => presence);
    },
  };
}

function inTable({ db }: Catalog): PresenceRecords {
  return {
    put: async (presence, until) => {
      const row = { place: JSON.stringify(presence), until };
      await db
        .insertInto('presences')
        .values({ page: keyOf(presence), ...row })
        .onConflict((oc) => oc.column('page').doUpdateSet(row))
        .execute();
    },
    remove: async (page) => {
      await db.deleteFrom('presences').where('page', '=', keyOf(page)).execute();
    },
    all: async (now) => {
      const rows = await db.selectFrom('presences').selectAll().orderBy('page').limit(MAX_READ).execute();
      if (rows.some(({ until }) => until <= now))
        await db.deleteFrom('presences').where('until', '<=', now).execute();
      return rows.filter(({ until }) => until > now).map(({ place }) => JSON.parse(place) as Presence);
    },
  };
}
