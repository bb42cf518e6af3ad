/** A marker, and a length of zero: the end of an Arrow IPC stream. */
const END = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

/**
 * One Arrow IPC stream made of several with the same schema. A stream is its schema, batches and an end: the schema of
 * the first is kept, and the end comes once.
 */
export async function* joinArrowStreams(pages: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const page of pages) {
    yield page.subarray(isFirst ? 0 : lengthOfSchema(page), page.length - (hasEnd(page) ? END.length : 0));
    isFirst = false;
  }
  if (!isFirst) yield END;
}

/** A message is a marker, the length of its metadata and the metadata; that of a schema has no body. */
function lengthOfSchema(stream: Uint8Array): number {
  return 8 + new DataView(stream.buffer, stream.byteOffset).getInt32(4, true);
}

function hasEnd(stream: Uint8Array): boolean {
  return (
    stream.length >= END.length && stream.subarray(-END.length).every((byte, index) => byte === END[index])
  );
}
