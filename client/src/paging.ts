import type { Connection } from './connection.js';

interface Page {
  next_cursor: string | null;
}

type PagedInput = { query?: { cursor?: string }; signal?: AbortSignal | undefined };

/** The one list in a page. */
type ItemOf<P> = { [Key in keyof P]: P[Key] extends readonly (infer Item)[] ? Item : never }[keyof P];

/**
 * Everything in a list, page by page as it is asked for.
 *
 * @example for await (const job of each(api.listJobs, client)) …
 */
export async function* each<Input extends PagedInput, P extends Page>(
  list: (connection: Connection, input: Input) => Promise<P>,
  connection: Connection,
  input: Input = {} as Input,
): AsyncGenerator<ItemOf<P>, void, undefined> {
  for (let cursor: string | null | undefined = input.query?.cursor; cursor !== null; ) {
    const query = cursor === undefined ? input.query : { ...input.query, cursor };
    const page: P = await list(connection, { ...input, ...(query && { query }) });
    yield* Object.values(page).find(Array.isArray) as ItemOf<P>[];
    cursor = page.next_cursor;
  }
}
