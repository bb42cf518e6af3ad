import { Ajv, type ValidateFunction } from 'ajv';

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Promised> };
}

interface Promised {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: object }>;
}

interface Operation {
  responses: Record<string, Promised>;
}

const DOCUMENT = 'openapi.json';

/** All services have the same document but for their address; writing and compiling it takes longer than most tests. */
let loaded: AnswerChecker | undefined;

/** Fails a test whose response does not match the service's own OpenAPI document. */
export class AnswerChecker {
  readonly #routes: { pattern: RegExp; operations: Record<string, Operation> }[];
  readonly #ajv = new Ajv({ strict: false, allErrors: true, formats: { binary: true } });
  readonly #compiled = new Map<object, ValidateFunction>();

  private constructor(private readonly document: OpenApi) {
    this.#ajv.addSchema(document, DOCUMENT);
    this.#routes = Object.entries(document.paths).map(([path, operations]) => ({
      pattern: new RegExp(
        `^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`,
      ),
      operations,
    }));
  }

  static async load(url: string): Promise<AnswerChecker> {
    if (loaded) return loaded;
    // No connection stays open, because tests of connections count them.
    const response = await fetch(`${url}/openapi.json`, { headers: { connection: 'close' } });
    loaded = new AnswerChecker((await response.json()) as OpenApi);
    return loaded;
  }

  check(method: string, path: string, response: Response, body: unknown): void {
    const plain = path.split('?')[0] ?? path;
    const operation = this.#routes.find(({ pattern }) => pattern.test(plain))?.operations[
      method.toLowerCase()
    ];
    if (!operation) return;
    const call = `${method} ${plain} -> ${response.status}`;
    const promised = this.#resolve(operation.responses[String(response.status)]);
    if (!promised) throw new Error(`${call}: the OpenAPI document has no such answer`);
    const headers = Object.keys(promised.headers ?? {}).map((name) => name.toLowerCase());
    const unnamed = [...response.headers.keys()].filter(
      (name) => isOwnHeader(name) && !headers.includes(name),
    );
    if (unnamed.length > 0) throw new Error(`${call}: the OpenAPI document names no header ${unnamed}`);
    if (response.status === 204 || response.status === 304) return;
    const mediaType = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    const known = Object.entries(promised.content ?? {}).find(([type]) => type.split(';')[0] === mediaType);
    if (!known) throw new Error(`${call}: the OpenAPI document promises no ${mediaType || 'body'}`);
    const { schema } = known[1];
    if (!schema || !/json/.test(mediaType)) return;
    const validate = this.#validatorOf(schema);
    if (!validate(body))
      throw new Error(
        `${call} (${typeOf(body)}) does not match the OpenAPI document: ${this.#ajv.errorsText(validate.errors)}`,
      );
  }

  #resolve(promised: Promised | undefined): Promised | undefined {
    const name = promised?.$ref?.split('/').at(-1);
    return name === undefined ? promised : this.document.components.responses[name];
  }

  /** Everything that a schema refers to is in the document. */
  #validatorOf(schema: object): ValidateFunction {
    const validate = this.#compiled.get(schema) ?? this.#ajv.compile(withinDocument(schema) as object);
    this.#compiled.set(schema, validate);
    return validate;
  }
}

/** Whether a header says something of this answer; the others come with HTTP, compression and security. */
function isOwnHeader(name: string): boolean {
  return /^(x-svc-|x-request-id|ratelimit-|retry-after|etag|location|idempotent-|content-disposition)/.test(
    name,
  );
}

/** Of a problem, which its operation may not declare. */
const typeOf = (body: unknown) => (body as { type?: unknown } | null)?.type ?? 'a success';

function withinDocument(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`));
}
