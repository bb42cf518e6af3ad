/** The parts of the package, which has no types, that the service and its tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Context {
    req: IncomingMessage;
    res: ServerResponse;
    path: string;
    respond: boolean;
    type: string;
    body: Record<string, unknown>;
    get(header: string): string;
    oidc: {
      route: string;
      provider: Provider;
      params?: Record<string, string | string[] | undefined>;
      result?: { consent?: { grantId: string } };
      session: { accountId: string };
      client?: Client;
    };
  }

  export class Client {
    readonly clientId: string;
    readonly clientName?: string;
    readonly clientSecret?: string;
    readonly clientIdMetadataDocument?: boolean;
    grantTypeAllowed(type: string): boolean;
    compareClientSecret(given: string): boolean;
  }

  class Token {
    generateTokenId(): string;
  }

  class Grant {
    constructor(of: { accountId: string; clientId: string });
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
    static find(id: string): Promise<Grant | undefined>;
  }

  /** Where the server keeps the records of one kind. */
  export interface Adapter {
    upsert(id: string, payload: Record<string, unknown>, expiresIn?: number): Promise<void>;
    find(id: string): Promise<Record<string, unknown> | undefined>;
    findByUid(uid: string): Promise<Record<string, unknown> | undefined>;
    findByUserCode(code: string): Promise<Record<string, unknown> | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    /** The request that is being answered. */
    static readonly ctx: Context | undefined;
    proxy: boolean;
    readonly Client: typeof Client;
    readonly Grant: typeof Grant;
    readonly AccessToken: typeof Token;
    readonly RefreshToken: typeof Token;
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void;
    on(event: 'server_error', listener: (ctx: Context, error: Error) => void): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
  export default Provider;

  export const errors: {
    InvalidGrant: new (detail: string) => Error;
    InvalidTarget: new () => Error;
    InvalidClientMetadata: new (description: string) => Error;
    TemporarilyUnavailable: new (description: string) => Error;
  };

  export namespace interactionPolicy {
    class Check {
      constructor(reason: string, description: string, error: string, check: (ctx: Context) => boolean);
    }
    class Prompt {
      constructor(info: { name: string; requestable: boolean }, ...checks: Check[]);
    }
  }
}
