import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Tx } from '../catalog/db.js';
import { openCatalog } from '../catalog/open-catalog.js';
import type { Answer } from '../present/answer.js';
import { IdempotencyGuard } from './idempotency.js';
import { earlierFingerprintsOf, fingerprintOf, rememberSent } from './request-fingerprint.js';

const url = '/api/v1/workbooks/wb_1/sources';

function sentRequest(body: object, bodyDigest?: string): FastifyRequest {
  const headers = { 'idempotency-key': 'key' };
  const request = { method: 'POST', url, headers, bodyDigest } as unknown as FastifyRequest;
  rememberSent(request, body);
  return request;
}

/** A request whose release fills in these defaults. */
function guarded(sent: object, defaults: object, bodyDigest?: string) {
  const request = sentRequest(sent, bodyDigest);
  const body = { ...sent, ...defaults };
  return {
    credentialId: 'tok_1',
    secret: 'secret',
    key: 'key',
    fingerprint: fingerprintOf(request, undefined),
    earlierFingerprints: () => earlierFingerprintsOf(request, body, undefined),
    visibility: async () => '',
  };
}

test('a default that a later release fills in does not change the fingerprint', () => {
  const fingerprints = [{}, { mode: 'auto' }].map((defaults) => {
    const body = { title: 'A' };
    const request = sentRequest(body);
    Object.assign(body, defaults);
    return fingerprintOf(request, undefined);
  });
  expect(fingerprints[1]).toEqual(fingerprints[0]);
});

describeEachDatabase('an answer that an earlier release kept', (database) => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());

  test.each<[string, { body: unknown; hash?: 'plain'; bodyDigest?: string }]>([
    ['with fewer defaults', { body: { title: 'A', mode: 'auto' } }],
    ['with other defaults', { body: { title: 'A', structuring: 'auto' } }],
    ['without defaults', { body: { title: 'A' } }],
    ['with a hash without a key', { body: { title: 'A', mode: 'auto' }, hash: 'plain' }],
    ['with the digest of a long body', { body: 'digest', bodyDigest: 'digest' }],
    ['with a long body as a whole', { body: { title: 'A' }, bodyDigest: 'digest', hash: 'plain' }],
  ])('%s is given again', async (key, { body, hash, bodyDigest }) => {
    const guard = new IdempotencyGuard(catalog);
    const made: Answer = { status: 201, body: {} };
    let done = 0;
    const work = async (keep: (tx: Tx, answer: Answer) => Promise<void>) => {
      done++;
      await catalog.transaction((tx) => keep(tx, made));
      return made;
    };
    const earlier = ['POST', url, body, null, null];
    const now = { ...guarded({ title: 'A' }, { mode: 'auto', structuring: 'auto' }, bodyDigest), key };
    await guard.run({ ...now, fingerprint: earlier }, work);
    if (hash === 'plain') {
      const request_hash = createHash('sha256').update(JSON.stringify(earlier)).digest('hex');
      await catalog.db
        .updateTable('idempotency_answers')
        .set({ request_hash })
        .where('key', '=', key)
        .execute();
    }
    expect(await guard.run(now, work)).toMatchObject({ replayed: true, answer: { status: 201 } });
    const other = { ...guarded({ title: 'B' }, { mode: 'auto', structuring: 'auto' }), key };
    await expect(guard.run(other, work)).rejects.toMatchObject({ slug: 'idempotency-key-reused' });
    expect(done).toBe(1);
  });
});
