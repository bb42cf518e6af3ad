import type { SwaggerTransform } from '@fastify/swagger';
import type { TObject, TSchema } from '@sinclair/typebox';
import { ProblemBody } from '@workbook-data-service/contract/problems';
import type { FastifySchema } from 'fastify';
import { type Access, changesState, type Endpoint, needsCredential } from './endpoint.js';
import { PROBLEM_MEDIA_TYPE } from './problem-response.js';

export function openApiBase(publicUrl: string | undefined) {
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
    components: {
      securitySchemes: {
        bearer: {
          type: 'http' as const,
          scheme: 'bearer',
          description: 'A session token, a personal access token or an account key',
        },
      },
    },
  };
}

/** What the document says of a route, from the endpoint whose schemas also validate its requests. */
export const documentEndpoint: SwaggerTransform = ({ schema, url, route }) => {
  const endpoint = (route.config as { endpoint?: Endpoint } | undefined)?.endpoint;
  if (!endpoint) return { schema: schema as FastifySchema, url };
  return { schema: documentedSchema(endpoint, url) as FastifySchema, url };
};

function documentedSchema(endpoint: Endpoint, url: string): Record<string, unknown> {
  const alias = url.includes('/artifacts');
  return {
    operationId: alias ? `${endpoint.id}ByArtifact` : endpoint.id,
    summary: endpoint.summary,
    description: [endpoint.description, accessNote(endpoint.access)].filter(Boolean).join('\n\n'),
    tags: [endpoint.tag],
    security: needsCredential(endpoint) ? [{ bearer: [] }] : [],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(changesState(endpoint) && needsCredential(endpoint) && { headers: idempotencyHeader }),
    ...documentedBody(endpoint),
    response: {
      ...successes(endpoint),
      default: { description: 'A problem', content: { [PROBLEM_MEDIA_TYPE]: { schema: ProblemBody } } },
    },
  };
}

function documentedBody({ takesFile, takesBytes, body }: Endpoint): Record<string, unknown> {
  if (takesFile) return { consumes: ['multipart/form-data'], body: formSchema(body as TObject) };
  if (takesBytes) return { consumes: ['application/octet-stream'], body: binary };
  return body ? { body } : {};
}

const binary = { type: 'string', format: 'binary' };

const idempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      maxLength: 255,
      description:
        'The same key and body within 24 hours answers what the first request answered, without doing it again',
    },
  },
};

function formSchema(fields: TObject): Record<string, unknown> {
  return {
    type: 'object',
    required: ['file', ...(fields.required ?? [])],
    properties: { file: binary, ...fields.properties },
  };
}

function successes(endpoint: Endpoint): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, answer]) => [
      status,
      { description: endpoint.summary, ...contentOf(answer) },
    ]),
  );
}

function contentOf(answer: Endpoint['answers'][number]): Record<string, unknown> {
  if (!answer) return { type: 'null' };
  if (!isMediaAnswer(answer)) return { content: { 'application/json': { schema: answer } } };
  return {
    content: Object.fromEntries(
      answer.mediaTypes.map((type) => [
        type,
        { schema: type === 'application/json' ? (answer.schema ?? {}) : binary },
      ]),
    ),
  };
}

function isMediaAnswer(
  answer: NonNullable<Endpoint['answers'][number]>,
): answer is { mediaTypes: readonly string[]; schema?: TSchema } {
  return 'mediaTypes' in answer;
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
