import { say } from '@workbook-data-service/contract/messages';
import { nearestName } from '@workbook-data-service/sheets/names';
import { findEvent } from '../../catalog/event-records.js';
import { type EventKind, eventKinds } from '../../core/events.js';
import { fieldError, problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import { isStillValid } from '../identity/resolve-credential.js';
import { type PresentUser, visiblePresence } from '../presence/visible-presence.js';
import type { Service } from '../service.js';
import type { Subscription } from './event-feed.js';
import { type EventBody, type EventViewer, mayFollow, visibleEvents } from './visible-event.js';

interface FollowInput {
  workbookId: string;
  /** Resume after this event; without it, only new events are sent. */
  lastEventId?: string | undefined;
  /** All kinds if it is absent. */
  kinds?: readonly string[] | undefined;
  /** The page of the caller that wants to know who else is where. */
  presence?: string | undefined;
}

/** Follows the events of a workbook, as the caller may see them, from now or from an event on. */
export async function followEvents(
  service: Service,
  caller: Caller,
  { workbookId, lastEventId, kinds, presence }: FollowInput,
): Promise<EventFollower> {
  const wanted = kinds && new Set(kinds.map(requireKind));
  if (lastEventId === undefined) await service.events.publishCommitted();
  const from = await findEvent(service.catalog.db, workbookId, lastEventId);
  if (lastEventId !== undefined && !from)
    throw problem('expired', say('event-unknown', { event: lastEventId }), {
      fix: say('fix-event-unknown'),
    });
  const subscription = await service.events.subscribe(workbookId, caller.userId, from?.position ?? 0);
  return new EventFollower(service, caller, subscription, from?.id, wanted, presence);
}

function requireKind(name: string): EventKind {
  if ((eventKinds as readonly string[]).includes(name)) return name as EventKind;
  throw problem('invalid-request', say('event-kind-unknown', { kind: name }), {
    fix: say('fix-event-kind', { nearest: nearestName(name, eventKinds) ?? '', kinds: [...eventKinds] }),
    members: { errors: [fieldError('/kinds', say('kind-unknown', { kind: name }))] },
  });
}

/** The events of a workbook, one batch after the other. */
export class EventFollower {
  #checkedAt = performance.now();
  #stopListening: (() => void) | undefined;
  /** Who was where when it was told last. */
  #toldPresence = '[]';

  constructor(
    private readonly service: Service,
    private readonly caller: Caller,
    private readonly subscription: Subscription,
    /** The last event that was taken, whether or not it was of a wanted kind. */
    public lastEventId: string | undefined,
    private readonly kinds: ReadonlySet<EventKind> | undefined,
    private readonly session?: string,
  ) {
    if (session !== undefined) this.#stopListening = service.presence.listen();
  }

  /**
   * The next events: none if `waitMs` passed without any, undefined if there will be no more, because the service stops
   * or the caller has lost access.
   */
  async next(waitMs: number): Promise<EventBody[] | undefined> {
    const events = await this.subscription.next(waitMs);
    this.lastEventId = events.at(-1)?.id ?? this.lastEventId;
    if (!(await this.#hasAccess())) this.close();
    if (this.subscription.isClosed) return undefined;
    const wanted = this.kinds ? events.filter(({ kind }) => this.kinds?.has(kind)) : events;
    return await visibleEvents(this.service, this.#viewer, wanted);
  }

  /** Who else is where, as the caller may see it; undefined if it is as it was told last, or if it is not wanted. */
  async movedUsers(): Promise<PresentUser[] | undefined> {
    if (this.session === undefined || this.subscription.isClosed) return undefined;
    const { workbookId } = this.subscription;
    const { userId } = this.caller;
    const others = this.service.presence
      .of(workbookId)
      .filter((page) => page.userId !== userId || page.session !== this.session);
    const present = await visiblePresence(this.service, { userId }, workbookId, others);
    const text = JSON.stringify(present);
    if (text === this.#toldPresence) return undefined;
    this.#toldPresence = text;
    return present;
  }

  close(): void {
    if (this.session !== undefined && this.#stopListening) {
      this.#stopListening();
      this.#stopListening = undefined;
      // A page that is closed says nothing any more; one that lost its connection says again where it is.
      const page = { workbookId: this.subscription.workbookId, userId: this.caller.userId };
      void this.service.presence.remove({ ...page, session: this.session }).catch(() => {});
    }
    this.subscription.close();
  }

  async #hasAccess(): Promise<boolean> {
    if (performance.now() - this.#checkedAt < this.service.events.checkAccessMs) return true;
    this.#checkedAt = performance.now();
    return (
      (await isStillValid(this.service.catalog.db, this.caller.credential)) &&
      (await mayFollow(this.service, this.#viewer, this.subscription.workbookId))
    );
  }

  get #viewer(): EventViewer {
    const { userId, credential } = this.caller;
    return { userId, credential };
  }
}
