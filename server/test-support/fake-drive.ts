import type { ContentSwitches, LoopbackServer } from './fake-drive-http.js';
import type { FakeOAuth } from './fake-oauth.js';

/** A drive on loopback, as tests handle it. */
export interface FakeDrive<File, Failure> extends LoopbackServer {
  oauth: FakeOAuth;
  clientId: string;
  clientSecret: string;
  /** The settings of a service that uses this drive. */
  variables: Record<string, string>;
  account: string;
  /** At most so many files are on a page, whatever the request asks for. */
  pageSize: number;
  content: ContentSwitches;
  /** The requests to the API, newest last, as `GET /v1.0/…`. */
  requests: string[];
  add(file: File): void;
  /** Changes the content as an edit in the drive would. */
  edit(id: string, content: Buffer | string, by?: string): void;
  rename(id: string, name: string): void;
  trash(id: string): void;
  remove(id: string): void;
  /** Answers so to the next calls of the API whose path fits. */
  fail(failure: Failure, options?: { times?: number; path?: RegExp; retryAfter?: string }): void;
}
