import { type TObject, Type } from '@sinclair/typebox';
import { WorkbookEvent } from '@workbook-data-service/contract/events';
import { exampleOf } from '@workbook-data-service/contract/examples';
import { problemKinds } from '../../core/problems.js';
import { scopesOf } from '../../edge/access.js';
import {
  type AnswerShape,
  changesState,
  type Endpoint,
  expandPath,
  isMediaAnswer,
  needsCredential,
} from '../endpoint.js';
import { problemsOf } from '../problems-of.js';
import { Components, type Json } from './components.js';

/**
 * The OpenAPI document of the endpoints, made from the schemas that also validate requests. Its operations are
 * made when they are first read, so that startup does not wait for them.
 */
export function openApiDocument(endpoints: readonly Endpoint[], publicUrl: string | undefined): Json {
  let made: ReturnType<typeof describe> | undefined;
  const described = () => {
    made ??= describe(endpoints);
    return made;
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workbook Data Service',
      version: '1',
      description:
        'Turns spreadsheets into typed, versioned, row-identified tables. Sign in with `POST /api/auth/login`, mint a token with `POST /api/v1/me/tokens`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    get paths() {
      return described().paths;
    },
    get webhooks() {
      return described().webhooks;
    },
    get components() {
      return described().components;
    },
  };
}

function describe(endpoints: readonly Endpoint[]): { paths: Json; webhooks: Json; components: Json } {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints)
    for (const url of expandPath(endpoint.path)) {
      const path = url.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, url, components) };
    }
  const bearer = {
    type: 'http',
    scheme: 'bearer',
    description: 'A session token, a personal access token or an account key',
  };
  const webhooks = { workbookEvent: { post: eventDelivery(components) } };
  return { paths, webhooks, components: { securitySchemes: { bearer }, ...components.collected() } };
}

function eventDelivery(components: Components): Json {
  const example = { ...(exampleOf(WorkbookEvent) as Json), id: exampleOf(Type.String(), 'event_id') };
  const body = { schema: components.schema(WorkbookEvent), example };
  return {
    summary: 'An event, as it is sent to a webhook and told by the live events of its workbook',
    tags: ['Events'],
    requestBody: { required: true, content: { 'application/json': body } },
    responses: { '2XX': { description: 'The event was taken; with any other answer it is sent again' } },
  };
}

function operation(endpoint: Endpoint, url: string, components: Components): Json {
  const alias = url.includes('/artifacts');
  const parameters = [
    ...parametersIn('path', endpoint.params, components),
    ...parametersIn('query', endpoint.query, components),
    ...headerParameters(endpoint),
  ];
  return {
    operationId: alias ? `${endpoint.id}ByArtifact` : endpoint.id,
    summary: endpoint.summary,
    description: [endpoint.description, accessNote(endpoint)].filter(Boolean).join('\n\n'),
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(endpoint, components),
    responses: { ...successes(endpoint, components), ...failures(endpoint, components) },
  };
}

const securityOf = (endpoint: Endpoint): Json[] => (needsCredential(endpoint) ? [{ bearer: [] }] : []);

function parametersIn(place: 'path' | 'query', fields: unknown, components: Components): Json[] {
  const { properties = {}, required = [] } = (fields ?? {}) as Partial<TObject>;
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...schema } = components.schema(field);
    const isRequired = required.includes(name);
    const example = isRequired && { example: exampleOf(field, name) };
    return { name, in: place, required: isRequired, description, schema, ...example };
  });
}

function headerParameters(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string, schema: Json = { type: 'string' }) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  });
  return [
    ...(takesIdempotencyKey(endpoint)
      ? [
          header(
            'Idempotency-Key',
            'The same key and body within 24 hours answers what the first request answered, without doing it again',
            { type: 'string', maxLength: 255 },
          ),
        ]
      : []),
    ...(endpoint.takesIfMatch
      ? [header('If-Match', 'The `ETag` that was read, in place of `expected_version`; `*` for any version')]
      : []),
    ...(endpoint.takesLastEventId
      ? [header('Last-Event-ID', 'The `id` of the last event that was received, to continue after it')]
      : []),
    ...(endpoint.takesStripeSignature
      ? [header('Stripe-Signature', 'When Stripe sent the body, and its signature')]
      : []),
    ...(answersUnchanged(endpoint)
      ? [header('If-None-Match', 'The `ETag` that was read: where it is still the same, the answer is 304')]
      : []),
  ];
}

function takesIdempotencyKey(endpoint: Endpoint): boolean {
  return changesState(endpoint) && needsCredential(endpoint);
}

function answersUnchanged({ method, answerHeaders = [] }: Endpoint): boolean {
  return method === 'GET' && answerHeaders.includes('ETag');
}

const binary = { type: 'string', format: 'binary' };
/** Stands for a file in examples. */
const BYTES = '(the bytes of the file)';

function requestBody({ acceptsFile, takesBytes, body }: Endpoint, components: Components): Json {
  if (takesBytes)
    return {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: binary, example: BYTES } },
      },
    };
  if (!body) return {};
  const isRequired = acceptsFile || ((body as TObject).required?.length ?? 0) > 0;
  const content = acceptsFile
    ? { 'multipart/form-data': formBody(body as TObject, components) }
    : { 'application/json': components.body(body) };
  return { requestBody: { required: isRequired, content } };
}

/** One part is the file, the others are fields. */
function formBody(fields: TObject, components: Components): Json {
  const { properties = {}, required = [] } = components.schema(fields) as Partial<TObject>;
  const defaults = Object.entries(properties).filter(([, field]) => field.default !== undefined);
  return {
    schema: {
      type: 'object',
      required: ['file', ...required],
      properties: {
        file: { ...binary, description: 'The bytes of the spreadsheet; the part carries its file name' },
        ...properties,
      },
      additionalProperties: false,
    },
    example: { file: BYTES, ...Object.fromEntries(defaults.map(([name, field]) => [name, field.default])) },
  };
}

function successes(endpoint: Endpoint, components: Components): Json {
  const { answers, answerHeaders = [], summary } = endpoint;
  const headers = components.headers([
    ...answerHeaders,
    ...(takesIdempotencyKey(endpoint) ? (['Idempotent-Replayed'] as const) : []),
  ]);
  const documented = Object.entries(answers).map(([status, answer]) => [
    status,
    { description: summary, headers, ...contentOf(answer, components) },
  ]);
  return {
    ...Object.fromEntries(documented),
    ...(answersUnchanged(endpoint) && { 304: { description: 'What the caller has is current', headers } }),
  };
}

/** A response for each status of the endpoint's problems. */
function failures(endpoint: Endpoint, components: Components): Json {
  const problems = problemsOf(endpoint);
  const statuses = [...new Set(problems.map((slug) => problemKinds[slug].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      components.problems(problems.filter((slug) => problemKinds[slug].status === status)),
    ]),
  );
}

function contentOf(answer: AnswerShape, components: Components): Json {
  if (!answer) return {};
  if (!isMediaAnswer(answer)) return { content: { 'application/json': components.body(answer) } };
  const { mediaTypes, schema, example } = answer;
  const other = example ? { schema: { type: 'string' }, example } : { schema: binary, example: BYTES };
  const bodyOf = (type: string) => (type === 'application/json' && schema ? components.body(schema) : other);
  return { content: Object.fromEntries(mediaTypes.map((type) => [type, bodyOf(type)])) };
}

function accessNote({ access, path, opensByLink }: Endpoint): string {
  switch (access.to) {
    case 'anyone':
      return 'Needs no credential.';
    case 'signature':
      return 'Needs no credential: the request is signed.';
    case 'session':
      return 'Needs the session of a signed-in user.';
    case 'data-plane':
      return `${scopesNote(scopesOf(access))}${opensByLink ? ' A link that was signed for it needs no credential.' : ''}`;
    case 'control-plane':
      return `Needs an account key with the scope \`${access.scope}\`, or the session of ${sessionsNote(path)}.`;
  }
}

/** What names a workspace is also for its members, by base role. */
const sessionsNote = (path: string): string =>
  path.includes('/:workspace_id') ? 'the owner or of a member whose role allows it' : 'the owner';

function scopesNote(scopes: readonly string[]): string {
  if (scopes.length === 0) return 'Needs any valid credential.';
  return `Needs the scope${scopes.length > 1 ? 's' : ''} ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`;
}
