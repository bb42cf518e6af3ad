import { Ajv, type ValidateFunction } from 'ajv';

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}

const DOCUMENT = 'openapi.json';

/** Fails a test whose response does not match the service's own OpenAPI document. */
export class AnswerChecker {
  readonly #routes: { pattern: RegExp; operations: Record<string, Operation> }[];
  readonly #ajv = new Ajv({ strict: false, allErrors: true, formats: { binary: true } });
  readonly #compiled = new Map<object, ValidateFunction>();

  private constructor(document: OpenApi) {
    this.#ajv.addSchema(document, DOCUMENT);
    this.#routes = Object.entries(document.paths).map(([path, operations]) => ({
      pattern: new RegExp(
        `^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`,
      ),
      operations,
    }));
  }

  static async load(url: string): Promise<AnswerChecker> {
    const response = await fetch(`${url}/openapi.json`);
    return new AnswerChecker((await response.json()) as OpenApi);
  }

  check(method: string, path: string, response: Response, body: unknown): void {
    const plain = path.split('?')[0] ?? path;
    const operation = this.#routes.find(({ pattern }) => pattern.test(plain))?.operations[
      method.toLowerCase()
    ];
    if (!operation) return;
    const call = `${method} ${plain} -> ${response.status}`;
    const promised =
      operation.responses[String(response.status)] ?? (response.ok ? undefined : operation.responses.default);
    if (!promised) throw new Error(`${call}: the OpenAPI document has no such answer`);
    if (response.status === 204) return;
    const mediaType = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    const known = Object.entries(promised.content ?? {}).find(([type]) => type.split(';')[0] === mediaType);
    if (!known) throw new Error(`${call}: the OpenAPI document promises no ${mediaType || 'body'}`);
    const { schema } = known[1];
    if (!schema || !/json/.test(mediaType)) return;
    const validate = this.#validatorOf(schema);
    if (!validate(body))
      throw new Error(
        `${call} does not match the OpenAPI document: ${this.#ajv.errorsText(validate.errors)}`,
      );
  }

  /** Everything that a schema refers to is in the document. */
  #validatorOf(schema: object): ValidateFunction {
    const validate = this.#compiled.get(schema) ?? this.#ajv.compile(withinDocument(schema) as object);
    this.#compiled.set(schema, validate);
    return validate;
  }
}

function withinDocument(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`));
}
