import { missing } from './parameters.js';

// biome-ignore lint/suspicious/noExplicitAny: Stripe's objects have hundreds of fields, of which a fake has a few.
export type StripeObject = { id: string; object: string; created: number } & Record<string, any>;

/** Everything that the fake has made, by id. */
export class Objects {
  readonly #byId = new Map<string, StripeObject>();
  #made = 0;

  add(object: string, prefix: string, fields: Record<string, unknown>): StripeObject {
    const id = `${prefix}_fake${String(++this.#made).padStart(6, '0')}`;
    // Each is a second younger than the one before, so that the newest is known.
    const created = 1_700_000_000 + this.#made;
    const made = { id, object, created, ...fields } as StripeObject;
    this.#byId.set(id, made);
    return made;
  }

  get(object: string, id: string): StripeObject {
    const found = this.#byId.get(id);
    if (found?.object !== object) throw missing(object, id);
    return found;
  }

  all(object: string): StripeObject[] {
    return [...this.#byId.values()].filter((one) => one.object === object);
  }

  /** A copy with the objects in place of the ids that these paths lead to. */
  expanded(value: unknown, paths: readonly string[]): unknown {
    const copy = structuredClone(value);
    for (const path of paths) this.#expand(copy, path.split('.'));
    return copy;
  }

  #expand(value: unknown, [first, ...rest]: string[]): void {
    if (first === undefined || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const one of value) this.#expand(one, [first, ...rest]);
      return;
    }
    const place = value as Record<string, unknown>;
    const referred = place[first];
    if (typeof referred === 'string' && this.#byId.has(referred))
      place[first] = structuredClone(this.#byId.get(referred));
    this.#expand(place[first], rest);
  }
}

export function listOf(url: string, data: readonly unknown[]): Record<string, unknown> {
  return { object: 'list', url, has_more: false, data };
}
