import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { isNestedTooDeeply } from '@workbook-data-service/sheets/values';
import { fieldError, problem } from '../../core/problems.js';

type Json = Record<string, unknown>;

const MAX_BYTES = 64 * 1024;
const MAX_LEVELS = 30;

/** Properties that bring in data, lead elsewhere, or have no meaning in a picture. */
const refusedKeys = new Set([
  'data',
  'datasets',
  'url',
  'href',
  'params',
  'selection',
  'projection',
  'usermeta',
  'sphere',
  'graticule',
]);
const refusedMarks = new Set(['image', 'geoshape']);

/** Refuses what may not be laid over a generated specification. Whatever passes still runs under a deadline, without a loader. */
export function checkConfig(config: Json): void {
  if (isNestedTooDeeply(config, MAX_LEVELS)) throw refuse('', say('config-levels', { max: MAX_LEVELS }));
  if (Buffer.byteLength(JSON.stringify(config)) > MAX_BYTES)
    throw refuse('', say('config-size', { kilobytes: MAX_BYTES / 1024 }));
  visit(config, '');
}

function visit(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const place = `${path}/${key}`;
    if (!Array.isArray(value) && refusedKeys.has(key)) throw refuse(place, say('config-key-refused'));
    if ((key === 'mark' || key === 'type') && refusedMarks.has(String(member)))
      throw refuse(place, say('config-value-refused', { value: String(member) }));
    visit(member, place);
  }
}

function refuse(path: string, fault: Message) {
  return problem('invalid-request', say('chart-config-invalid', { path: path || '/', ...whyOf(fault) }), {
    fix: say('fix-chart-config'),
    members: { errors: [fieldError(`/config${path}`, fault)] },
  });
}

/** RFC 7396: objects are merged, null removes, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: Json = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
