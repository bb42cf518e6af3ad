import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { say } from '@workbook-data-service/contract/messages';
import type {
  FastifyContextConfig,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { diskProblem } from '../core/disk-problem.js';
import { newId } from '../core/ids.js';
import { asWorded, Problem, problem } from '../core/problems.js';
import type { PresentedProblem } from '../edge/present-problem.js';
import { validationProblem } from '../edge/validation.js';
import type { Log } from '../log.js';
import { jsonText } from '../present/answer.js';
import { PROBLEM_MEDIA_TYPE, problemBody } from '../present/problem.js';
import { FailureLimit } from './failure-limit.js';
import { addSecurityHeaders, securityHeaders } from './security-headers.js';

type Failure = FastifyError | Problem | Error;

/** Handles every error after a route was found. */
export function handleErrors(app: FastifyInstance, log: Log): void {
  const failures = new FailureLimit();
  app.setErrorHandler(async (error: Failure, request, reply) => {
    const found = failures.count(request, toProblem(error, request));
    // Other statuses from 500 up are problems that describe themselves, such as 503.
    if (found.status === 500) log.error({ err: error, request_id: request.id }, 'request failed');
    return sendProblem(reply, found, request, request.routeOptions.config);
  });
}

/** Called before a route is found, when no hook runs: the path cannot be decoded or is too long. */
export function refuseUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const detail = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? say('path-part-too-long') : say('path-encoding');
  reply.header('x-request-id', request.id);
  addSecurityHeaders(reply);
  sendProblem(reply, problem('bad-request', detail), request);
}

/** Called before there is a request: what arrived is not HTTP, or is too slow or too long to be read. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const found = connectionProblem(error.code);
  const id = newId('req');
  const body = jsonText(problemBody(found, id));
  const head = [
    `HTTP/1.1 ${found.status} ${STATUS_CODES[found.status]}`,
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
    `content-type: ${PROBLEM_MEDIA_TYPE}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A client that never closes its side would keep the connection half open forever.
  socket.destroySoon();
}

function connectionProblem(code: string | undefined): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request-timeout');
  const isLong = code === 'HPE_HEADER_OVERFLOW';
  return problem('bad-request', say(isLong ? 'headers-too-long' : 'not-http'));
}

function sendProblem(
  reply: FastifyReply,
  found: Problem,
  request: FastifyRequest,
  { challenge = () => 'Bearer', presentProblem = asProblem }: FastifyContextConfig = {},
): FastifyReply {
  const retryAfter = found.members.retry_after;
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter));
  if (found.status === 401) reply.header('www-authenticate', challenge(request));
  const { status, mediaType, headers = {}, body } = presentProblem(found, request.id);
  return reply.code(status).headers(headers).type(mediaType).send(body);
}

function asProblem(found: Problem, requestId: string): PresentedProblem {
  const body = jsonText(problemBody(found, requestId));
  return { status: found.status, mediaType: PROBLEM_MEDIA_TYPE, body };
}

const partNames: Record<string, string> = {
  body: 'body',
  querystring: 'query string',
  params: 'path',
  headers: 'header',
};

/** Errors other than problems reveal nothing beyond their status, unless they are about the request. */
function toProblem(error: Failure, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if ('validation' in error && error.validation) {
    return validationProblem(partNames[error.validationContext ?? ''] ?? 'request', error.validation);
  }
  if ('code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return mediaTypeProblem(request);
  const disk = diskProblem(error);
  if (disk) return disk;
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  return status >= 400 && status < 500
    ? problem('bad-request', asWorded(error.message))
    : problem('internal-error');
}

export function mediaTypeProblem(request: FastifyRequest): Problem {
  const { endpoint } = request.routeOptions.config;
  return problem('unsupported-media-type', say(endpoint?.acceptsFile ? 'takes-form' : 'takes-json'));
}
