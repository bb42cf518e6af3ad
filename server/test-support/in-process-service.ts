import { rm } from 'node:fs/promises';
import { readConfig } from '../src/config.js';
import { type BaseRole, scopes } from '../src/core/scopes.js';
import type { Caller } from '../src/features/caller.js';
import { createLog } from '../src/log.js';
import { openService, type RunningService, type ServiceOverrides } from '../src/open-service.js';
import { addMember } from './catalog.js';
import { type FreshDatabase, testSecretKey } from './databases.js';
import { newMigratedDirectory } from './migrated-databases.js';

/** The service without its HTTP edge, for tests that make thousands of calls. */
export class InProcessService {
  private constructor(
    private readonly place: FreshDatabase,
    private readonly env: Record<string, string>,
    private readonly overrides: ServiceOverrides,
    public service: RunningService,
    readonly caller: Caller,
  ) {}

  /** On SQLite in a directory of its own, unless another database is given. */
  static async start(
    given?: FreshDatabase,
    env: Record<string, string> = {},
    overrides: ServiceOverrides = {},
  ): Promise<InProcessService> {
    const place = given ?? {
      dataDir: await newMigratedDirectory('svc-in-process-'),
      databaseUrl: undefined,
    };
    const service = await open(place, env, overrides);
    const { id } = await service.catalog.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const credential = {
      kind: 'session' as const,
      id: 'ses_test',
      accountId: null,
      scopes,
      reach: { kind: 'account' as const },
      rateLimitPerMinute: 1,
      expiresAt: null,
      issuers: [],
    };
    return new InProcessService(place, env, overrides, service, {
      userId: id,
      credentialId: null,
      requestId: 'req_test',
      credential,
    });
  }

  /** Another user with a role in the workspace of a workbook. */
  async member(workbookId: string, role: BaseRole): Promise<Caller> {
    const { catalog } = this.service;
    const { workspace_id } = await catalog.db
      .selectFrom('workbooks')
      .select('workspace_id')
      .where('id', '=', workbookId)
      .executeTakeFirstOrThrow();
    return { ...this.caller, userId: await addMember(catalog, workspace_id, role) };
  }

  /** Closes and reopens: everything must come from the data directory. */
  async restart(): Promise<void> {
    await this.service.close();
    this.service = await open(this.place, this.env, this.overrides);
  }

  async dispose(): Promise<void> {
    await this.service.close();
    await rm(this.place.dataDir, { recursive: true, force: true });
  }
}

async function open(
  { dataDir, databaseUrl }: FreshDatabase,
  env: Record<string, string>,
  overrides: ServiceOverrides,
): Promise<RunningService> {
  const config = readConfig({
    SVC_DATA_DIR: dataDir,
    SVC_ENGINE_PROCESSES: '1',
    ...env,
    ...(databaseUrl && { SVC_DATABASE_URL: databaseUrl, SVC_SECRET_KEY: testSecretKey }),
  });
  return await openService(config, createLog('silent'), overrides);
}
