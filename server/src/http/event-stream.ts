import { Readable } from 'node:stream';
import type { EventFollower } from '../features/events/follow-events.js';
import type { EventBody } from '../features/events/visible-event.js';
import type { PresentUser } from '../features/presence/visible-presence.js';
import { presenceBody } from '../present/presence.js';

/** A comment is sent after so long without events, so that both sides and those between know that the other is there. */
const QUIET_MS = 15_000;

/** The `text/event-stream` of a follower. Events are taken from it as the client reads. */
export class EventStream extends Readable {
  readonly #quietMs: number;
  #sentId: string | undefined;
  /** Whether everything that had happened before was sent. */
  #isUpToDate = false;

  constructor(
    private readonly follower: EventFollower,
    { idleMs }: { idleMs: number },
  ) {
    super();
    this.#quietMs = Math.min(QUIET_MS, idleMs / 2);
  }

  override _read(): void {
    this.#next().then(
      (text) => this.push(text),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.follower.close();
    done(error);
  }

  /** Null at the end. */
  async #next(): Promise<string | null> {
    for (;;) {
      const wasUpToDate = this.#isUpToDate;
      const events = await this.follower.next(wasUpToDate ? this.#quietMs : 0);
      if (!events) return null;
      const present = wasUpToDate ? await this.follower.movedUsers() : undefined;
      if (events.length > 0) this.#sentId = events.at(-1)?.id;
      if (events.length > 0 || present)
        return events.map(textOf).join('') + (present ? presenceText(present) : '');
      this.#isUpToDate = true;
      return this.#position() + (wasUpToDate ? ': nothing new\n\n' : ': up to date\n\n');
    }
  }

  /** An id without data moves the place where the client resumes, past events that it does not want or before any. */
  #position(): string {
    const { lastEventId } = this.follower;
    if (lastEventId === undefined || lastEventId === this.#sentId) return '';
    this.#sentId = lastEventId;
    return `id: ${lastEventId}\n`;
  }
}

/** No event: it has no id, and nobody resumes after it. */
function presenceText(present: readonly PresentUser[]): string {
  return `event: presence\ndata: ${JSON.stringify(presenceBody(present))}\n\n`;
}

/** Followers share the text of a body that they share. */
const texts = new WeakMap<EventBody, string>();

function textOf(event: EventBody): string {
  const text =
    texts.get(event) ?? `id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
  texts.set(event, text);
  return text;
}
