import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import type { Catalog } from '../catalog/catalog.js';
import type { Db, Tx } from '../catalog/db.js';
import { findAnswer, insertAnswer } from '../catalog/idempotency.js';
import { problem } from '../core/problems.js';
import { type Answer, JsonText } from '../present/answer.js';

const KEPT_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

interface GuardedRequest {
  credentialId: string;
  /**
   * The bearer secret of the request: kept answers are encrypted with it, so that only its owner can read
   * them.
   */
  secret: string;
  key: string;
  /** Everything that identifies the request. */
  fingerprint: unknown;
  /** What earlier releases may have taken for that; made only if an answer is kept for another fingerprint. */
  earlierFingerprints(): Iterable<unknown>;
  /**
   * Changes whenever the columns that the caller may see change; empty for a caller who may see everything.
   */
  visibility(db: Db): Promise<string>;
}

interface StoredAnswer {
  status: number;
  headers?: Record<string, string>;
  text?: string;
  /** The visibility when the answer was kept; answers already stored use this name. */
  sight?: string;
}

/**
 * Gives a repeated request with the same Idempotency-Key the answer of the first, without running it again.
 */
export class IdempotencyGuard {
  readonly #catalog: Catalog;
  readonly #running = new Set<string>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /**
   * Returns the kept answer, or runs `work`. `work` receives the function that keeps its answer, and calls it
   * in the transaction of the change, so that either both are stored or neither is.
   */
  async run(
    request: GuardedRequest,
    work: (keep: (tx: Tx, answer: Answer) => Promise<void>) => Promise<Answer>,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    if (request.key.length === 0 || request.key.length > MAX_KEY_LENGTH) {
      throw problem('invalid-request', say('idempotency-key-length', { max: MAX_KEY_LENGTH }), {
        fix: say('fix-idempotency-key-length'),
      });
    }
    const requestHash = hashOf(request);
    const slot = `${request.credentialId} ${request.key}`;
    if (this.#running.has(slot)) throw problem('idempotency-in-progress');
    this.#running.add(slot);
    try {
      const kept = await this.#keptAnswer(request, requestHash);
      if (kept) return { answer: kept, replayed: true };
      return await this.#runOnce(request, requestHash, work);
    } finally {
      this.#running.delete(slot);
    }
  }

  async #keptAnswer(request: GuardedRequest, requestHash: string): Promise<Answer | undefined> {
    const { credentialId, key } = request;
    const kept = await findAnswer(this.#catalog.db, credentialId, key, new Date().toISOString());
    if (!kept) return undefined;
    if (kept.requestHash !== requestHash && !isEarlierHash(kept.requestHash, request))
      throw problem('idempotency-key-reused');
    const stored = JSON.parse(unsealText(kept.answer, request)) as StoredAnswer;
    await this.#refuseIfVisibilityChanged(request, stored);
    return restore(stored);
  }

  /** Whether the answer of an earlier request with this key is still kept. */
  async hasAnswer(credentialId: string, key: string): Promise<boolean> {
    return (await findAnswer(this.#catalog.db, credentialId, key, new Date().toISOString())) !== undefined;
  }

  /** The answer may contain columns that the caller may no longer see. */
  async #refuseIfVisibilityChanged(request: GuardedRequest, { sight = '' }: StoredAnswer): Promise<void> {
    const now = await request.visibility(this.#catalog.db);
    if (now === '' || now === sight) return;
    throw problem('expired', say('answer-withheld'), { fix: say('fix-answer-withheld') });
  }

  async #runOnce(
    request: GuardedRequest,
    requestHash: string,
    work: (keep: (tx: Tx, answer: Answer) => Promise<void>) => Promise<Answer>,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    const keep = async (tx: Tx, answer: Answer): Promise<void> => {
      const now = Date.now();
      await insertAnswer(tx, {
        credentialId: request.credentialId,
        key: request.key,
        requestHash,
        answer: sealText(
          JSON.stringify({ ...flatten(answer), sight: await request.visibility(tx) }),
          request,
        ),
        now: new Date(now).toISOString(),
        expiresAt: new Date(now + KEPT_MS).toISOString(),
      });
    };
    try {
      return { answer: await work(keep), replayed: false };
    } catch (error) {
      // Another node may have committed the same request meanwhile. That is then the cause of the failure, in
      // whatever form: a name is taken, a version has changed, the key already has an answer.
      const kept = await this.#keptAnswer(request, requestHash);
      if (!kept) throw error;
      return { answer: kept, replayed: true };
    }
  }
}

function flatten(answer: Answer): StoredAnswer {
  const { status, headers, body } = answer;
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  return { status, ...(headers && { headers }), ...(body !== undefined && { text }) };
}

function restore({ status, headers, text: body }: StoredAnswer): Answer {
  return { status, ...(headers && { headers }), ...(body !== undefined && { body: new JsonText(body) }) };
}

/** Keyed, because a request may contain a password, which a plain hash would let anyone guess. */
function hashOf(request: GuardedRequest, fingerprint = request.fingerprint): string {
  return createHmac('sha256', sealingKey(request)).update(JSON.stringify(fingerprint)).digest('hex');
}

/** Whether an earlier release stored this hash for the request; the first ones hashed without a key. */
function isEarlierHash(hash: string, request: GuardedRequest): boolean {
  for (const fingerprint of request.earlierFingerprints()) {
    const plain = createHash('sha256').update(JSON.stringify(fingerprint)).digest('hex');
    if (hash === plain || hash === hashOf(request, fingerprint)) return true;
  }
  return false;
}

function sealingKey(request: GuardedRequest): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', request.secret, request.key, 'idempotent answer', 32));
}

function sealText(text: string, request: GuardedRequest): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(request), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

function unsealText(sealed: string, request: GuardedRequest): string {
  const raw = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(request), raw.subarray(0, 12));
  decipher.setAuthTag(raw.subarray(12, 28));
  return Buffer.concat([decipher.update(raw.subarray(28)), decipher.final()]).toString('utf8');
}
