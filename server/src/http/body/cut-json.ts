import { setImmediate as nextTurn } from 'node:timers/promises';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { type Problem, problem } from '../../core/problems.js';
import { type BodyBounds, MAX_LEVELS } from '../../edge/body-bounds.js';

/** The number of bytes that are scanned or parsed in one turn of the event loop. */
export const SLICE_BYTES = 256 * 1024;

/**
 * A list directly below the top of a document: the range of its text, and ranges of whole elements within it.
 */
export interface CutList {
  from: number;
  to: number;
  ranges: [from: number, to: number][];
}

/**
 * One pass over the bytes of a JSON document, in slices, that checks levels, members and values against the
 * bounds and finds where its lists can be cut, so that they can be parsed piece by piece. Counting allocates
 * nothing. Validating the JSON is left to the parser of the pieces.
 */
export async function cutJson(bytes: Uint8Array, bounds: BodyBounds): Promise<CutList[]> {
  const cutter = new JsonCutter(bytes, bounds);
  while (!cutter.scan(SLICE_BYTES)) await nextTurn();
  return cutter.lists;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

class JsonCutter {
  readonly lists: CutList[] = [];
  #at = 0;
  #inString = false;
  #level = 0;
  #members = new Uint32Array(MAX_LEVELS + 1);
  /** In the current element, or outside the lists. */
  #values = 0;
  #valuesAround = 0;
  #list: CutList | undefined;
  #rangeFrom = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly bounds: BodyBounds,
  ) {}

  /** Scans up to this many bytes, and returns whether the end was reached. */
  scan(most: number): boolean {
    const { bytes } = this;
    const end = Math.min(this.#at + most, bytes.length);
    let at = this.#at;
    let inString = this.#inString;
    // An escape may end one byte beyond the slice.
    for (; at < end; at++) {
      const byte = bytes[at];
      if (inString) {
        if (byte === BACKSLASH) at++;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === COMMA) this.#separate(at);
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#open(at, byte);
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#close(at, byte);
    }
    this.#at = at;
    this.#inString = inString;
    return at >= bytes.length;
  }

  #open(at: number, bracket: number): void {
    this.#level++;
    if (this.#level > MAX_LEVELS) throw tooMuch(say('body-levels', { max: MAX_LEVELS }));
    this.#members[this.#level] = 0;
    this.#count();
    if (this.#level !== 2 || bracket !== OPEN_LIST) return;
    this.#list = { from: at, to: at, ranges: [] };
    this.#rangeFrom = at + 1;
    this.#valuesAround = this.#values;
    this.#values = 0;
  }

  #separate(at: number): void {
    if (this.#level === 2 && this.#list) {
      if (at - this.#rangeFrom >= SLICE_BYTES) this.#endRange(this.#list, at);
      this.#values = 0;
    }
    this.#count();
  }

  #close(at: number, bracket: number): void {
    if (this.#level === 2 && this.#list) {
      // The pieces do not include the bracket, so their parser would not notice a wrong one.
      if (bracket !== CLOSE_LIST) throw problem('malformed-json', say('json-list-open'));
      this.#endRange(this.#list, at);
      this.#list.to = at + 1;
      this.lists.push(this.#list);
      this.#list = undefined;
      this.#values = this.#valuesAround;
    }
    if (this.#level > 0) this.#level--;
  }

  #endRange(list: CutList, at: number): void {
    list.ranges.push([this.#rangeFrom, at]);
    this.#rangeFrom = at + 1;
  }

  #count(): void {
    const { bounds } = this;
    const members = (this.#members[this.#level] ?? 0) + 1;
    this.#members[this.#level] = members;
    if (members > bounds.members) throw tooMuch(say('body-members', { max: bounds.members }));
    this.#values++;
    if (this.#values > bounds.values) throw tooMuch(say('body-values', { max: bounds.values }));
  }
}

function tooMuch(detail: Message): Problem {
  return problem('invalid-request', detail, { fix: say('fix-list-too-long') });
}
