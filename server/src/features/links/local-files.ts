import { say } from '@workbook-data-service/contract/messages';
import type { CommitOptions } from '../../catalog/change.js';
import { fieldError, problem } from '../../core/problems.js';
import { utcTime } from '../../core/utc-time.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import type { Caller } from '../caller.js';
import { emailOf } from '../identity/email-of.js';
import type { LinkPlace } from '../places.js';
import type { Service } from '../service.js';
import { addVersion, type TrackedFile } from './add-version.js';
import type { NewVersion } from './cut-version.js';
import { type TrackRequest, trackFile } from './track-file.js';

/** A file that its owner sends. */
interface SentFile {
  file: ReceivedFile;
  /** Who changed it; by default the caller. */
  modifiedBy?: string | undefined;
  /** RFC 3339. */
  modifiedTime?: string | undefined;
  dryRun?: boolean | undefined;
}

type LocalTrackRequest = SentFile &
  Pick<TrackRequest, 'workbookId' | 'origin' | 'asName' | 'onExisting' | 'reading'>;

/** Begins to track a file on somebody's disk. */
export async function trackLocalFile(
  service: Service,
  caller: Caller,
  request: LocalTrackRequest,
  commit: CommitOptions,
): Promise<TrackedFile> {
  const { workbookId, origin, asName, onExisting, reading, dryRun } = request;
  const sent = await sentVersion(service, caller, request);
  const local = { provider: 'local', externalId: null } as const;
  const tracked = { ...sent, ...local, workbookId, origin, asName, onExisting, reading, dryRun };
  return await trackFile(service, caller, tracked, commit);
}

/** Sends a new version of a tracked file. */
export async function pushVersion(
  service: Service,
  caller: Caller,
  place: LinkPlace,
  sent: SentFile,
  commit: CommitOptions,
): Promise<TrackedFile> {
  const version = await sentVersion(service, caller, sent);
  return await addVersion(service, caller, place, { ...version, kind: 'sync', dryRun: sent.dryRun }, commit);
}

async function sentVersion(
  service: Service,
  { userId }: Caller,
  { file, modifiedBy, modifiedTime }: SentFile,
): Promise<Omit<NewVersion, 'kind'>> {
  return {
    file,
    modifiedBy: modifiedBy ?? (await emailOf(service.catalog.db, userId)),
    modified: modifiedTime === undefined ? null : requireTime(modifiedTime),
    externalVersion: null,
  };
}

function requireTime(text: string): string {
  const time = utcTime(text);
  if (time !== undefined) return time;
  throw problem('invalid-request', say('modified-time'), {
    fix: say('fix-modified-time'),
    members: { errors: [fieldError('/modified_time', say('time-rfc3339'))] },
  });
}
