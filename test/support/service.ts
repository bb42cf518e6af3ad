import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testSecretKey } from '../../server/test-support/databases.js';
import { onDemand } from '../../server/test-support/on-demand.js';
import { AnswerChecker } from './answer-checker.js';
import { Api } from './api.js';

export const owner = { email: 'owner@example.com', password: 'correct horse battery' };

const MAIN = new URL('../../server/dist/start.js', import.meta.url).pathname;

interface StartOptions {
  env?: Record<string, string>;
  /** An existing data directory, to start again on what an earlier process left. */
  dataDir?: string;
}

/** A service at an address, and the ways to call it. */
export class CalledService {
  protected constructor(
    readonly url: string,
    private readonly checker: AnswerChecker,
    readonly user = owner,
  ) {}

  static async at(url: string): Promise<CalledService> {
    return new CalledService(url, await AnswerChecker.load(url));
  }

  /**
   * The service that files share which need no settings of their own. Each signs in as a user of its own, whose workspace
   * no other file sees.
   */
  static async shared(): Promise<CalledService> {
    const service = await CalledService.at(await onDemand('serviceUrl'));
    return new CalledService(service.url, service.checker, await service.register());
  }

  /** Sends no credential. */
  get anonymous(): Api {
    return new Api(this.url, undefined, this.checker);
  }

  as(token: string): Api {
    return new Api(this.url, token, this.checker);
  }

  async signIn(who = this.user): Promise<Api> {
    const { body } = await this.anonymous.post<{ access_token: string }>('/api/auth/login', who);
    return this.as(body.access_token);
  }

  /** A token of the user that may write, as often as a test needs. */
  async writer(): Promise<Api> {
    return await (await this.signIn()).mintWriter();
  }

  /** Somebody with an empty workspace, where anyone may register. */
  async register(): Promise<{ email: string; password: string }> {
    const user = { email: `mai-${randomUUID().slice(0, 8)}@example.com`, password: owner.password };
    const { status } = await this.anonymous.post('/api/auth/register', user);
    if (status !== 201) throw new Error(`registration was answered with ${status}`);
    return user;
  }
}

/** The real service as a process of its own, on a free port. */
export class TestService extends CalledService {
  private constructor(
    url: string,
    checker: AnswerChecker,
    readonly dataDir: string,
    readonly output: () => string,
    private readonly child: ChildProcess,
  ) {
    super(url, checker);
  }

  /**
   * Starts the service; it and its directory are removed when the test (or, in beforeAll, `dispose`) ends.
   */
  static async start(options: StartOptions = {}): Promise<TestService> {
    const dataDir = options.dataDir ?? (await newDataDir());
    const child = spawn(process.execPath, [MAIN], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        LOG_LEVEL: 'error',
        SVC_DATA_DIR: dataDir,
        SVC_ADMIN_EMAIL: owner.email,
        SVC_ADMIN_PASSWORD: owner.password,
        ...(options.env?.SVC_DATABASE_URL && { SVC_SECRET_KEY: testSecretKey }),
        ...options.env,
      },
      // By the channel it notices, as under a supervisor, when the process that started it ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let text = '';
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        text += chunk;
        const ready = /ready at (\S+)/.exec(text);
        if (ready?.[1]) resolve(ready[1]);
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${text}`)));
    });
    return new TestService(url, await AnswerChecker.load(url), dataDir, () => text, child);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** Ends the process and keeps the directory. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const ended = new Promise<number | null>((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    return await ended;
  }

  async dispose(): Promise<void> {
    await this.stop('SIGKILL');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  await mkdir(join(dataDir, 'cache'));
  await symlink(await onDemand('pythonSnapshots'), join(dataDir, 'cache', 'python'));
  return dataDir;
}

/** A service for one test. */
export async function startService(options: StartOptions = {}): Promise<TestService> {
  const service = await TestService.start(options);
  onTestFinished(() => service.dispose());
  return service;
}
