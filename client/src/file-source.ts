/** A file to send. Node's `fs.openAsBlob` gives one that is read from the disk as it is sent. */
export type FileInput =
  | File
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

export interface FileSource {
  name: string;
  /** Undefined for a stream, which can be read only once. */
  blob: Blob | undefined;
  stream(): ReadableStream<Uint8Array>;
}

/** The name decides how the file is read, so it is asked for where the file has none. */
export function fileSource(file: FileInput, filename: string | undefined): FileSource {
  const name = filename ?? (file instanceof Blob && 'name' in file ? String(file.name) : undefined);
  if (!name) throw new TypeError('Name the file: { filename: "report.xlsx" }.');
  const isStream = !(file instanceof Blob || file instanceof ArrayBuffer || ArrayBuffer.isView(file));
  if (isStream) return { name, blob: undefined, stream: () => streamOf(file) };
  const blob = file instanceof Blob ? file : new Blob([file as ArrayBuffer]);
  return { name, blob, stream: () => blob.stream() };
}

function streamOf(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  if (source instanceof ReadableStream) return source;
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** The same bytes; `tell` is called with how many have passed. */
export function counting(
  stream: ReadableStream<Uint8Array>,
  tell: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  let bytes = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        controller.enqueue(chunk);
        tell(bytes);
      },
    }),
  );
}

/** Browsers send streams only over HTTP/2, and cannot tell beforehand what a server speaks. */
export const canSendStreams = !('document' in globalThis || 'importScripts' in globalThis);
