import { say } from '@workbook-data-service/contract/messages';
import { nearestName } from '@workbook-data-service/sheets/names';
import { findEvent } from '../../catalog/event-records.js';
import { type EventKind, eventKinds } from '../../core/events.js';
import { fieldError, problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import { isStillValid } from '../identity/resolve-credential.js';
import type { Service } from '../service.js';
import type { Subscription } from './event-feed.js';
import { type EventBody, type EventViewer, mayFollow, visibleEvents } from './visible-event.js';

interface FollowInput {
  workbookId: string;
  /** Resume after this event; without it, only new events are sent. */
  lastEventId?: string | undefined;
  /** All kinds if it is absent. */
  kinds?: readonly string[] | undefined;
}

/** Follows the events of a workbook, as the caller may see them, from now or from an event on. */
export async function followEvents(
  service: Service,
  caller: Caller,
  { workbookId, lastEventId, kinds }: FollowInput,
): Promise<EventFollower> {
  const wanted = kinds && new Set(kinds.map(requireKind));
  if (lastEventId === undefined) await service.events.publishCommitted();
  const from = await findEvent(service.catalog.db, workbookId, lastEventId);
  if (lastEventId !== undefined && !from)
    throw problem('expired', say('event-unknown', { event: lastEventId }), {
      fix: say('fix-event-unknown'),
    });
  const subscription = await service.events.subscribe(workbookId, caller.userId, from?.position ?? 0);
  return new EventFollower(service, caller, subscription, from?.id, wanted);
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

  constructor(
    private readonly service: Service,
    private readonly caller: Caller,
    private readonly subscription: Subscription,
    /** The last event that was taken, whether or not it was of a wanted kind. */
    public lastEventId: string | undefined,
    private readonly kinds: ReadonlySet<EventKind> | undefined,
  ) {}

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

  close(): void {
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
