const SEED = 17;

/** A name as a number, so that tags are distinguished without creating strings. */
export function nameOf(text: string): number {
  let hash = SEED;
  for (let i = 0; i < text.length; i++) hash = addToName(hash, text.charCodeAt(i));
  return hash;
}

export function nameOfBytes(bytes: Buffer, from: number, to: number): number {
  let hash = SEED;
  for (let at = from; at < to; at++) hash = addToName(hash, bytes[at] as number);
  return hash;
}

export const emptyName = SEED;

export function addToName(hash: number, byte: number): number {
  return (Math.imul(hash, 0x01000193) ^ byte) | 0;
}
