import type { Message } from '@workbook-data-service/contract/messages/message';
import { OutsideFailure } from '../retrying.js';

export type DriveFailureKind =
  /** The user has to allow the access again. */
  | 'authorization'
  | 'rate-limited'
  | 'not-found'
  /** An id or a cursor that the drive never gave out. */
  | 'invalid'
  | 'trashed'
  | 'forbidden'
  /** The file changed while it was read. */
  | 'changed'
  /** The drive does not export files of this size. */
  | 'too-large'
  | 'unavailable'
  /** It has no content that could be read: a folder, a text document. */
  | 'unsupported';

/** Why a drive did not do what was asked. The message is for users and never contains a token. */
export class DriveFailure extends OutsideFailure {
  override readonly name = 'DriveFailure';
  readonly kind: DriveFailureKind;
  readonly retryAfter: number | null;
  readonly isTransientFailure: boolean;

  constructor(
    kind: DriveFailureKind,
    readonly said: Message,
    more: { retryAfter?: number | null; isTransientFailure?: boolean } = {},
  ) {
    super(said.text);
    this.kind = kind;
    this.retryAfter = more.retryAfter ?? null;
    this.isTransientFailure = more.isTransientFailure ?? kind === 'rate-limited';
  }
}
