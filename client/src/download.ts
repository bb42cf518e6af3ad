import { counting } from './file-source.js';

export interface DownloadOptions {
  /** `total` is undefined where the service does not know the size beforehand. */
  onProgress?: ((progress: { received: number; total: number | undefined }) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A file that the service answers. Its bytes arrive as they are read, and can be read once. */
export class Download {
  /** As the service names the file. */
  readonly filename: string;
  readonly type: string;
  /** What the service says besides, such as `X-SVC-Branch-Id` and `X-SVC-Masked-Columns`. */
  readonly headers: Headers;
  readonly stream: ReadableStream<Uint8Array>;

  constructor({ headers, body }: Response, { onProgress }: DownloadOptions = {}) {
    this.headers = headers;
    this.type = headers.get('content-type') ?? 'application/octet-stream';
    this.filename = filenameIn(headers.get('content-disposition') ?? '');
    const length = headers.get('content-length');
    const total = length === null || headers.has('content-encoding') ? undefined : Number(length);
    const bytes = (body ?? new Blob([]).stream()) as ReadableStream<Uint8Array>;
    this.stream = onProgress ? counting(bytes, (received) => onProgress({ received, total })) : bytes;
  }

  /** The branch under which a file can return, if it was exported with `record_branch`. */
  get branchId(): string | undefined {
    return this.headers.get('x-svc-branch-id') ?? undefined;
  }

  async blob(): Promise<Blob> {
    return new Blob([await new Response(this.stream).arrayBuffer()], { type: this.type });
  }
}

/** `filename*` can say what `filename` cannot, such as names in Japanese. */
function filenameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'download';
}
