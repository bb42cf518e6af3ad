interface XlsbRecord {
  type: number;
  /** The offset of its type, followed by its length and then its content. */
  startsAt: number;
  contentAt: number;
  /** Beyond the part if the record is cut off. */
  endsAt: number;
}

/** The records of an xlsb part. */
export function* xlsbRecords(part: Buffer): Generator<XlsbRecord> {
  let at = 0;
  /** Seven bits per byte, lowest first, as long as the eighth is set. */
  const take = (maxBytes: number): number => {
    let value = 0;
    for (let i = 0; i < maxBytes; i++) {
      const byte = part[at++] ?? 0;
      value |= (byte & 0x7f) << (7 * i);
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < part.length) {
    const startsAt = at;
    const type = take(2);
    const length = take(4);
    const contentAt = at;
    at += length;
    yield { type, startsAt, contentAt, endsAt: at };
  }
}
