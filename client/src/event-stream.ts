/** One block of a `text/event-stream`. */
export interface StreamBlock {
  id: string | undefined;
  event: string | undefined;
  data: string | undefined;
  /** The text of a comment, such as `up to date`. */
  comment: string | undefined;
}

/** Splits the text of a stream of server-sent events into its blocks, whatever the pieces in which it arrives. */
export class EventStreamParser {
  #rest = '';

  push(text: string): StreamBlock[] {
    const blocks = (this.#rest + text).split(/\r?\n\r?\n/);
    this.#rest = blocks.pop() ?? '';
    return blocks.map(parseBlock);
  }
}

function parseBlock(block: string): StreamBlock {
  const lines = block.split(/\r?\n/);
  const values = (field: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = values('data');
  return {
    id: values('id').at(-1),
    event: values('event').at(-1),
    data: data.length > 0 ? data.join('\n') : undefined,
    comment: values('').at(-1),
  };
}
