import { batches } from './batches.js';
import { TimeSlices } from './time-slices.js';

/** Lists up to this long are written in one go. */
const SHORT = 64;

/** The same text as `JSON.stringify`, for values whose long lists would block the event loop. */
export async function jsonInSlices(value: unknown): Promise<string> {
  if (!hasLongList(value)) return JSON.stringify(value) ?? 'null';
  return (await write(value, new TimeSlices())) ?? 'null';
}

/** Whether a list that would be written in slices is among the members, of which requests have few. */
function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.length > SHORT : Object.values(value).some(hasLongList);
}

async function write(value: unknown, slices: TimeSlices): Promise<string | undefined> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value);
  return Array.isArray(value) ? await writeList(value, slices) : await writeObject(value, slices);
}

async function writeObject(value: object, slices: TimeSlices): Promise<string> {
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    const text = await write(member, slices);
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

async function writeList(items: unknown[], slices: TimeSlices): Promise<string> {
  if (items.length <= SHORT) return JSON.stringify(items);
  const texts: string[] = [];
  for (const batch of batches(items, SHORT)) {
    texts.push(JSON.stringify(batch).slice(1, -1));
    if (slices.isOver) await slices.next();
  }
  return `[${texts.join(',')}]`;
}
