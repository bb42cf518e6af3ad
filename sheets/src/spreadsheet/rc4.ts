/** The first bytes of the key stream of RC4, which OpenSSL no longer offers; old Office files use it. */
export function rc4KeyStream(key: Buffer, length: number): Buffer {
  const state = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  const at = (index: number) => state[index] as number;
  const swap = (i: number, j: number) => {
    const byte = at(i);
    state[i] = at(j);
    state[j] = byte;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] as number)) & 0xff;
    swap(i, j);
  }
  const stream = Buffer.alloc(length);
  for (let n = 0, i = 0, j = 0; n < length; n++) {
    i = (i + 1) & 0xff;
    j = (j + at(i)) & 0xff;
    swap(i, j);
    stream[n] = at((at(i) + at(j)) & 0xff);
  }
  return stream;
}
