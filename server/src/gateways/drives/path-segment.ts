import { say } from '@workbook-data-service/contract/messages';
import { DriveFailure } from './drive-failure.js';

/** An id as one segment of a path. No drive gives out ids of dots alone, which would lead a URL elsewhere. */
export function pathSegment(id: string): string {
  if (/^\.*$|\p{Surrogate}/u.test(id)) throw new DriveFailure('invalid', say('drive-foreign-id'));
  return encodeURIComponent(id);
}
