import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config.js';
import { scopes } from '../src/core/scopes.js';
import type { Caller } from '../src/features/caller.js';
import { createLog } from '../src/log.js';
import { openService, type RunningService } from '../src/service.js';

/** The service without its HTTP edge, for tests that make thousands of calls. */
export class InProcessService {
  private constructor(
    readonly dataDir: string,
    public service: RunningService,
    readonly caller: Caller,
  ) {}

  static async start(): Promise<InProcessService> {
    const dataDir = await mkdtemp(join(tmpdir(), 'svc-in-process-'));
    const service = await open(dataDir);
    const { id } = await service.catalog.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const credential = {
      kind: 'session' as const,
      id: 'ses_test',
      accountId: null,
      scopes,
      reach: { kind: 'account' as const },
      rateLimitPerMinute: 1,
    };
    return new InProcessService(dataDir, service, {
      userId: id,
      credentialId: null,
      requestId: 'req_test',
      credential,
    });
  }

  /** Closes and opens again: everything must come from the data directory. */
  async restart(): Promise<void> {
    await this.service.close();
    this.service = await open(this.dataDir);
  }

  async dispose(): Promise<void> {
    await this.service.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

async function open(dataDir: string): Promise<RunningService> {
  const config = readConfig({ SVC_DATA_DIR: dataDir, SVC_ENGINE_PROCESSES: '1' });
  return await openService(config, createLog('silent'));
}
