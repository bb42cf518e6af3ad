import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { problem } from '../../core/problems.js';
import type { BodyBounds } from '../../edge/body-bounds.js';
import { type CutList, cutJson, SLICE_BYTES } from './cut-json.js';

export type ParseText = (text: string) => unknown;

/** Shorter lists are parsed in place. */
const MIN_LIST_BYTES = 128;

/**
 * Parses a JSON document within the bounds, without blocking the event loop for long. Only here is a syntax error the
 * client's fault.
 */
export async function parseJsonBody(
  bytes: Buffer,
  bounds: BodyBounds,
  parseText: ParseText,
): Promise<unknown> {
  const lists = await cutJson(bytes, bounds);
  const isWhole = bytes.length <= SLICE_BYTES;
  try {
    if (isWhole) return parseText(bytes.toString());
    return await parsePieces(
      bytes,
      lists.filter(({ from, to }) => to - from > MIN_LIST_BYTES),
      parseText,
    );
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // For a piece, the parser's message gives positions within it, not within the body.
    throw problem('malformed-json', isWhole ? say('json-fault', whyOf({ text: error.message })) : undefined);
  }
}

/** Parses the text around the lists with a placeholder for each, and each list by its ranges. */
async function parsePieces(bytes: Buffer, lists: readonly CutList[], parseText: ParseText): Promise<unknown> {
  const mark = randomUUID();
  let around = '';
  let copied = 0;
  for (const [index, { from, to }] of lists.entries()) {
    around += `${bytes.toString('utf8', copied, from)}"${mark}${index}"`;
    copied = to;
  }
  const top = parseText(around + bytes.toString('utf8', copied));
  const parseList = listParser(bytes, parseText);
  const parsed: unknown[][] = [];
  for (const list of lists) parsed.push(await parseList(list));
  for (const [name, value] of Object.entries(top ?? {})) {
    if (typeof value === 'string' && value.startsWith(mark))
      (top as Record<string, unknown>)[name] = parsed[Number(value.slice(mark.length))];
  }
  return top;
}

function listParser(bytes: Buffer, parseText: ParseText): (list: CutList) => Promise<unknown[]> {
  let parsedBytes = 0;
  return async ({ ranges }) => {
    const elements: unknown[] = [];
    for (const [from, to] of ranges) {
      const piece = parseText(`[${bytes.toString('utf8', from, to)}]`) as unknown[];
      if (piece.length === 0 && ranges.length > 1) throw new SyntaxError('no element between two commas');
      for (const element of piece) elements.push(element);
      parsedBytes += to - from;
      if (parsedBytes < SLICE_BYTES) continue;
      parsedBytes = 0;
      await nextTurn();
    }
    return elements;
  };
}
