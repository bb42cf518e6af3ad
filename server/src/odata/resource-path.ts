import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { problem } from '../core/problems.js';

/** What an address below the root of a feed names. */
export type Resource =
  | { is: 'service' | 'metadata' | 'batch' }
  | { is: 'rows' | 'count'; set: string }
  | { is: 'row'; set: string; key: number }
  | { is: 'cell' | 'text'; set: string; key: number; property: string };

const MAX_SHOWN = 200;

/** Takes the path decoded, since no name of a set has a slash. */
export function readResource(path: string): Resource {
  const [first = '', ...rest] = path.replace(/\/$/, '').split('/');
  const found = first.startsWith('$') || first === '' ? rootOf(first, rest) : resourceOf(first, rest);
  if (found) return found;
  throw problem('not-found', say('feed-resource-unknown', { path: path.slice(0, MAX_SHOWN) }), {
    fix: say('fix-feed-resource-unknown'),
  });
}

function rootOf(first: string, rest: string[]): Resource | undefined {
  if (rest.length > 0) return undefined;
  if (first === '') return { is: 'service' };
  if (first === '$metadata') return { is: 'metadata' };
  return first === '$batch' ? { is: 'batch' } : undefined;
}

function resourceOf(first: string, rest: string[]): Resource | undefined {
  const [, set = '', given] = /^([^()]+)(?:\(([^()]*)\))?$/.exec(first) ?? [];
  if (set === '') return undefined;
  if (given !== undefined) return rowOf(set, given, rest);
  const [second, ...others] = rest;
  if (second === undefined) return { is: 'rows', set };
  if (second === '$count' && others.length === 0) return { is: 'count', set };
  // A key may also be a segment of its own, since OData 4.01.
  return /^\d+$/.test(second) ? rowOf(set, second, others) : undefined;
}

function rowOf(set: string, given: string, [property, value, ...others]: string[]): Resource | undefined {
  const key = Number(given.replace(new RegExp(`^\\s*${ROW_ID}\\s*=`), '').trim() || Number.NaN);
  if (!Number.isSafeInteger(key) || others.length > 0) return undefined;
  if (property === undefined) return { is: 'row', set, key };
  if (value === undefined) return { is: 'cell', set, key, property };
  return value === '$value' ? { is: 'text', set, key, property } : undefined;
}
