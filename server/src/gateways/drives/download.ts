import { say } from '@workbook-data-service/contract/messages';
import { within } from '../../core/within.js';
import type { DriveFile } from './drive.js';
import { DriveFailure } from './drive-failure.js';

/** The longest silence within a download, and its longest duration. */
export const downloadLimits = { idleMs: 60_000, timeoutMs: 30 * 60_000 };

/** The bytes of a response; a connection that breaks or falls silent is a failure of the drive. */
export async function* bytesOf(
  response: Response,
  driveName: string,
  { idleMs, timeoutMs } = downloadLimits,
): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const endsAt = performance.now() + timeoutMs;
  try {
    for (;;) {
      const patience = Math.min(idleMs, endsAt - performance.now());
      const { done, value } = await within(patience, reader.read());
      if (done) return;
      yield value;
    }
  } catch {
    throw interrupted(driveName);
  } finally {
    // Whoever stops reading, for example at a limit of size, ends the transfer too.
    await reader.cancel().catch(() => undefined);
  }
}

export const interrupted = (driveName: string): DriveFailure =>
  new DriveFailure('unavailable', say('drive-broke-off', { drive: driveName }), { isTransientFailure: true });

/** A body that ends only if the file is still the one that was described before. */
export async function* unlessChanged(
  body: AsyncIterable<Uint8Array>,
  file: DriveFile,
  describe: () => Promise<DriveFile>,
): AsyncGenerator<Uint8Array> {
  yield* body;
  const { version } = await describe();
  if (version !== file.version)
    throw new DriveFailure('changed', say('drive-file-changed-meanwhile', { file: file.name }));
}
