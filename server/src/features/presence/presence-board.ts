import type { Presence, PresenceRecords } from '../../catalog/presence-records.js';
import type { Log } from '../../log.js';

/** Who says nothing for so long has left. */
const SILENCE_MS = 45_000;
/** How often it is looked who has moved, here or on another node, while anyone listens. */
const LOOK_MS = 500;

interface PresenceBoardOptions {
  records: PresenceRecords;
  log: Log;
  /** Called when somebody in a workbook has come, moved or left. */
  onChange: (workbookId: string) => void;
}

/** Who is where now. */
export class PresenceBoard {
  readonly #options: PresenceBoardOptions;
  #places = new Map<string, Presence[]>();
  #listeners = 0;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #failed = false;

  constructor(options: PresenceBoardOptions) {
    this.#options = options;
  }

  async put(presence: Presence): Promise<void> {
    await this.#options.records.put(presence, new Date(Date.now() + SILENCE_MS).toISOString());
  }

  async remove(page: Pick<Presence, 'workbookId' | 'userId' | 'session'>): Promise<void> {
    await this.#options.records.remove(page);
  }

  /** Looks for those who move until the answer is called. */
  listen(): () => void {
    this.#listeners++;
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
    return () => {
      this.#listeners--;
      if (this.#listeners === 0) this.close();
    };
  }

  of(workbookId: string): readonly Presence[] {
    return this.#places.get(workbookId) ?? [];
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#places.clear();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { records, log, onChange } = this.#options;
    try {
      const found = byWorkbook(await records.all(new Date().toISOString()));
      const before = this.#places;
      if (this.#timer === undefined) return;
      this.#places = found;
      for (const id of new Set([...before.keys(), ...found.keys()]))
        if (JSON.stringify(before.get(id)) !== JSON.stringify(found.get(id))) onChange(id);
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) log.error({ err: error }, 'who is where could not be read; it will be, later');
      this.#failed = true;
    } finally {
      this.#isLooking = false;
    }
  }
}

function byWorkbook(present: readonly Presence[]): Map<string, Presence[]> {
  const places = new Map<string, Presence[]>();
  for (const one of present) {
    const others = places.get(one.workbookId);
    if (others) others.push(one);
    else places.set(one.workbookId, [one]);
  }
  return places;
}
