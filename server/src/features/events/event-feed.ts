import { say } from '@workbook-data-service/contract/messages';
import type { Catalog } from '../../catalog/catalog.js';
import { eventsAfter, lastPosition, type StoredEvent } from '../../catalog/event-records.js';
import { problem } from '../../core/problems.js';
import type { Log } from '../../log.js';

/** Events that another node published are found at this interval, while anyone listens. */
const POLL_MS = 500;
const BATCH = 1_000;
/** How many events of a workbook are kept for followers that lag behind; those further behind read the catalog. */
const MAX_IN_TAIL = 1_000;
const RETRY_AFTER_SECONDS = 30;

interface FeedLimits {
  followers: number;
  followersPerUser: number;
}

/** Each stream holds a connection: a quarter of them is left to ordinary requests. */
export function feedLimits({ maxConnections }: { maxConnections: number }): FeedLimits {
  return {
    followers: Math.min(1_000, Math.floor(maxConnections * 0.75)),
    followersPerUser: Math.min(50, Math.floor(maxConnections / 4)),
  };
}

interface EventFeedOptions {
  catalog: Catalog;
  log: Log;
  limits: FeedLimits;
  /** Publishes every event that is committed. */
  publish: () => Promise<void>;
  /** How often a follower's access is checked again. */
  checkAccessMs?: number;
}

const CHECK_ACCESS_MS = 30_000;

/** A workbook that someone follows. */
interface Followed {
  followers: Set<Subscription>;
  /** All events of the workbook after `start`, up to the feed's position, unless every follower has taken them. */
  tail: StoredEvent[];
  start: number;
}

/**
 * The events of this node's followers. One reader moves through the order of all events while anyone listens; followers
 * take what they have not seen at their own pace, so a slow one costs no memory.
 */
export class EventFeed {
  readonly #options: EventFeedOptions;
  readonly #followed = new Map<string, Followed>();
  readonly #followersOfUser = new Map<string, number>();
  #followers = 0;
  /** All published events up to here are in the tails of their workbooks; undefined while nobody listens. */
  #position: number | undefined;
  #reading: Promise<void> | undefined;
  #wokenMeanwhile = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #failed = false;

  constructor(options: EventFeedOptions) {
    this.#options = options;
  }

  get followers(): number {
    return this.#followers;
  }

  get checkAccessMs(): number {
    return this.#options.checkAccessMs ?? CHECK_ACCESS_MS;
  }

  /** New followers do not receive events that are already committed. */
  async publishCommitted(): Promise<void> {
    await this.#options.publish();
  }

  /** Follows a workbook from a position on, until the subscription is closed. */
  async subscribe(workbookId: string, userId: string, position: number): Promise<Subscription> {
    this.#requireRoom(userId);
    this.#count(userId, 1);
    const subscription = new Subscription(this, workbookId, position, () =>
      this.#leave(subscription, userId),
    );
    try {
      await this.#enter(subscription);
    } catch (error) {
      subscription.close();
      throw error;
    }
    return subscription;
  }

  /** Reads what was published since; called after events were published on this node. */
  wake(): void {
    if (this.#followers === 0) return;
    this.#wokenMeanwhile = this.#reading !== undefined;
    if (this.#reading) return;
    this.#reading = this.#readNew().finally(() => {
      this.#reading = undefined;
      if (this.#wokenMeanwhile) this.wake();
    });
  }

  /** Ends the waits of the followers of a workbook, for news that are no events. */
  nudge(workbookId: string): void {
    for (const subscription of this.#followed.get(workbookId)?.followers ?? []) subscription.nudge();
  }

  /** Ends all subscriptions, and accepts no more. */
  close(): void {
    this.#closed = true;
    for (const { followers } of this.#followed.values())
      for (const subscription of [...followers]) subscription.close();
  }

  /** Events of a followed workbook after a position, and the position up to which they are complete. */
  async read(workbookId: string, after: number): Promise<{ events: StoredEvent[]; upTo: number }> {
    const { tail, start } = this.#followed.get(workbookId) as Followed;
    if (after >= start) {
      const events = eventsInTail(tail, after);
      return { events, upTo: events.at(-1)?.position ?? after };
    }
    const { db } = this.#options.catalog;
    const events = await eventsAfter(db, { position: after, workbookId, limit: BATCH });
    return { events, upTo: events.at(-1)?.position ?? start };
  }

  #requireRoom(userId: string): void {
    const { followers, followersPerUser } = this.#options.limits;
    const members = { retry_after: RETRY_AFTER_SECONDS };
    if (this.#closed) throw stopping();
    if ((this.#followersOfUser.get(userId) ?? 0) >= followersPerUser)
      throw problem('rate-limited', say('events-followed', { connections: followersPerUser }), {
        fix: say('fix-events-followed'),
        members,
      });
    if (this.#followers >= followers)
      throw problem('busy', say('events-full', { streams: followers }), { members });
  }

  async #enter(subscription: Subscription): Promise<void> {
    if (this.#position === undefined) {
      const last = await lastPosition(this.#options.catalog.db);
      this.#position ??= last;
    }
    if (this.#closed) throw stopping();
    this.#timer ??= setInterval(() => this.wake(), POLL_MS).unref();
    const { workbookId } = subscription;
    const followed = this.#followed.get(workbookId) ?? {
      followers: new Set(),
      tail: [],
      start: this.#position,
    };
    followed.followers.add(subscription);
    this.#followed.set(workbookId, followed);
  }

  #leave(subscription: Subscription, userId: string): void {
    this.#count(userId, -1);
    const followed = this.#followed.get(subscription.workbookId);
    followed?.followers.delete(subscription);
    if (followed?.followers.size === 0) this.#followed.delete(subscription.workbookId);
    if (this.#followers > 0) return;
    this.#position = undefined;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #count(userId: string, change: 1 | -1): void {
    this.#followers += change;
    const ofUser = (this.#followersOfUser.get(userId) ?? 0) + change;
    if (ofUser > 0) this.#followersOfUser.set(userId, ofUser);
    else this.#followersOfUser.delete(userId);
  }

  async #readNew(): Promise<void> {
    const { catalog, log } = this.#options;
    try {
      for (let isFull = true; isFull && this.#position !== undefined; ) {
        const events = await eventsAfter(catalog.db, { position: this.#position, limit: BATCH });
        this.#take(events);
        isFull = events.length === BATCH;
      }
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) log.error({ err: error }, 'events could not be read; they will be, later');
      this.#failed = true;
    }
  }

  #take(events: readonly StoredEvent[]): void {
    const touched = new Set<Followed>();
    for (const event of events) {
      // The last follower may have left meanwhile, and another come.
      if (this.#position === undefined || event.position <= this.#position) continue;
      this.#position = event.position;
      const followed = this.#followed.get(event.workbookId);
      if (!followed) continue;
      followed.tail.push(event);
      touched.add(followed);
    }
    for (const followed of touched) {
      dropTaken(followed);
      for (const subscription of followed.followers) subscription.notify();
    }
  }
}

/** One follower's place in the order of events. */
export class Subscription {
  #position: number;
  #wake: (() => void) | undefined;
  /** Whether there was news since the feed was last read. */
  #hasNews = false;
  /** Whether the wait ends without events. */
  #isNudged = false;
  #closed = false;

  constructor(
    private readonly feed: EventFeed,
    readonly workbookId: string,
    position: number,
    private readonly leave: () => void,
  ) {
    this.#position = position;
  }

  /** All events up to here were taken. */
  get position(): number {
    return this.#position;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** The next events; none if `waitMs` passed without any, or if the subscription was nudged or closed. */
  async next(waitMs: number): Promise<StoredEvent[]> {
    const deadline = performance.now() + waitMs;
    while (!this.#closed) {
      this.#hasNews = false;
      const { events, upTo } = await this.feed.read(this.workbookId, this.#position);
      const isComplete = upTo === this.#position;
      this.#position = upTo;
      if (events.length > 0 || this.#isNudged) {
        this.#isNudged = false;
        return events;
      }
      if (this.#hasNews || !isComplete) continue;
      const left = deadline - performance.now();
      if (left <= 0) return [];
      await this.#news(left);
    }
    return [];
  }

  notify(): void {
    this.#hasNews = true;
    this.#wake?.();
  }

  nudge(): void {
    this.#isNudged = true;
    this.notify();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.leave();
    this.notify();
  }

  async #news(waitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}

/** Positions ascend, so the place is found by halving. */
function eventsInTail(tail: readonly StoredEvent[], after: number): StoredEvent[] {
  let [low, high] = [0, tail.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tail[middle] as StoredEvent).position > after) high = middle;
    else low = middle + 1;
  }
  return tail.slice(low);
}

/** Drops events that every follower has taken, and the oldest beyond the limit. */
function dropTaken(followed: Followed): void {
  const { tail, followers } = followed;
  const excess = tail.at(-MAX_IN_TAIL - 1)?.position ?? 0;
  let taken = Number.POSITIVE_INFINITY;
  for (const { position } of followers) taken = Math.min(taken, position);
  const last = Math.max(excess, taken);
  if (last <= followed.start) return;
  followed.tail = eventsInTail(tail, last);
  followed.start = last;
}

function stopping() {
  return problem('unavailable', say('service-stopping'), { members: { retry_after: 5 } });
}
