import type { TObject } from '@sinclair/typebox';
import { ProblemBody } from '@workbook-data-service/contract/problems';
import {
  type Access,
  type AnswerShape,
  changesState,
  type Endpoint,
  expandPath,
  isMediaAnswer,
  needsCredential,
} from '../endpoint.js';
import { PROBLEM_MEDIA_TYPE } from '../problem-response.js';
import { Components, type Json } from './components.js';

/** The OpenAPI document of the endpoints. It is made of the schemas that also validate requests. */
export function openApiDocument(endpoints: readonly Endpoint[], publicUrl: string | undefined): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints)
    for (const url of expandPath(endpoint.path)) {
      const path = url.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, url, components) };
    }
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
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token, a personal access token or an account key',
        },
      },
      schemas: Object.fromEntries(Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
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
    description: [endpoint.description, accessNote(endpoint.access)].filter(Boolean).join('\n\n'),
    tags: [endpoint.tag],
    security: needsCredential(endpoint) ? [{ bearer: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(endpoint, components),
    responses: {
      ...successes(endpoint, components),
      default: {
        description: 'A problem',
        content: { [PROBLEM_MEDIA_TYPE]: { schema: components.schema(ProblemBody) } },
      },
    },
  };
}

function parametersIn(place: 'path' | 'query', fields: unknown, components: Components): Json[] {
  const { properties = {}, required = [] } = (fields ?? {}) as Partial<TObject>;
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...schema } = components.schema(field);
    return { name, in: place, required: required.includes(name), description, schema };
  });
}

function headerParameters(endpoint: Endpoint): Json[] {
  if (!changesState(endpoint) || !needsCredential(endpoint)) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'The same key and body within 24 hours answers what the first request answered, without doing it again',
      schema: { type: 'string', maxLength: 255 },
    },
  ];
}

const binary = { type: 'string', format: 'binary' };

function requestBody({ takesFile, takesBytes, body }: Endpoint, components: Components): Json {
  if (takesBytes)
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: binary } } } };
  if (!body) return {};
  const isRequired = takesFile || ((body as TObject).required?.length ?? 0) > 0;
  const content = takesFile
    ? { 'multipart/form-data': { schema: formSchema(body as TObject, components) } }
    : { 'application/json': { schema: components.schema(body) } };
  return { requestBody: { required: isRequired, content } };
}

function formSchema(fields: TObject, components: Components): Json {
  return {
    type: 'object',
    required: ['file', ...(fields.required ?? [])],
    properties: {
      file: { ...binary, description: 'The spreadsheet, with its file name' },
      ...(components.schema(fields).properties as Json),
    },
  };
}

function successes(endpoint: Endpoint, components: Components): Json {
  return Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, answer]) => [
      status,
      { description: endpoint.summary, ...contentOf(answer, components) },
    ]),
  );
}

function contentOf(answer: AnswerShape, components: Components): Json {
  if (!answer) return {};
  if (!isMediaAnswer(answer))
    return { content: { 'application/json': { schema: components.schema(answer) } } };
  const schemaOf = (type: string) =>
    type === 'application/json' && answer.schema ? components.schema(answer.schema) : binary;
  return {
    content: Object.fromEntries(answer.mediaTypes.map((type) => [type, { schema: schemaOf(type) }])),
  };
}

function accessNote(access: Access): string {
  switch (access.to) {
    case 'anyone':
      return 'Needs no credential.';
    case 'signature':
      return 'Needs no credential: the signature in the URL vouches for its holder.';
    case 'session':
      return 'Needs the session of a signed-in user.';
    case 'data-plane':
      return access.scope ? `Needs the scope \`${access.scope}\`.` : 'Needs any valid credential.';
    case 'control-plane':
      return `Needs an account key with the scope \`${access.scope}\`, or the session of the owner.`;
  }
}
