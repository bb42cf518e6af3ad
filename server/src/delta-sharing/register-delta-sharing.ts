import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { cancellable } from '../core/cancellation.js';
import { problem } from '../core/problems.js';
import type { Access } from '../edge/access.js';
import type { AnswersInFlight } from '../edge/answers-in-flight.js';
import { authenticate, authenticateLink, authorize, requireReach } from '../edge/authenticate.js';
import { smallBounds } from '../edge/body-bounds.js';
import { disconnectSignal } from '../edge/disconnect-signal.js';
import { CHALLENGE, feedSecret } from '../edge/feed-secret.js';
import { pageOriginOf } from '../edge/own-origin.js';
import { recordCall } from '../edge/record-call.js';
import { sendAnswer } from '../edge/send-answer.js';
import type { Caller } from '../features/caller.js';
import type { Service } from '../features/service.js';
import type { Answer } from '../present/answer.js';
import { capabilitiesOf, fileIdHeader } from './capabilities.js';
import { sharingError } from './error-body.js';
import { FILE_OPERATION } from './file-addresses.js';
import { fileAnswer } from './file-answer.js';
import { getShare, listAllTables, listSchemas, listShares, listTables } from './list-answers.js';
import { findTable, type SharedTable, type Sharing } from './places.js';
import { profileFile } from './profile.js';
import { changesUnsupported } from './read-table-query.js';
import { queryTable, tableMetadata, tableVersion } from './table-answers.js';

const access: Access = { to: 'data-plane', scope: 'workbooks:read' };

const ROOT = '/sharing';
const SHARE = '/shares/:share';
const SCHEMA = `${SHARE}/schemas/:schema`;
const TABLE = `${SCHEMA}/tables/:table`;

interface Names {
  share: string;
  schema: string;
  table: string;
}

type SharingRequest = FastifyRequest<{ Params: Names; Querystring: Record<string, unknown> }>;

interface Operation {
  method: 'GET' | 'HEAD' | 'POST';
  path: string;
  /** In the audit log. */
  name: string;
  /** Whether its answer leads to cells. */
  showsCells?: true;
  /** Remembers the workbook that the request turns out to be about. */
  answer(sharing: Sharing, request: SharingRequest, note: (table: SharedTable) => void): Promise<Answer>;
}

const single = (header: string | string[] | undefined): string | undefined => [header].flat()[0];
const capabilitiesIn = ({ headers }: FastifyRequest) =>
  capabilitiesOf(single(headers['delta-sharing-capabilities']));

/** A workbook out of reach is refused by its id as everywhere, and that is recorded; by its name it is not found. */
function workbookNamedBy({ params }: FastifyRequest): { workbook_id?: string } {
  const { schema } = params as Partial<Names>;
  return schema?.startsWith('wb_') ? { workbook_id: schema } : {};
}

type TableAnswer = (sharing: Sharing, table: SharedTable, request: SharingRequest) => Promise<Answer>;
const ofTable =
  (answer: TableAnswer): Operation['answer'] =>
  async (sharing, request, note) => {
    const table = await findTable(sharing, request.params);
    note(table);
    return await answer(sharing, table, request);
  };
const versionOf = ofTable((sharing, table, { query }) => tableVersion(sharing, table, query));
const refuseChanges = ofTable(async () => {
  throw changesUnsupported();
});

const operations: Operation[] = [
  {
    method: 'GET',
    path: '/shares',
    name: 'listShares',
    answer: (sharing, { query }) => listShares(sharing, query),
  },
  {
    method: 'GET',
    path: SHARE,
    name: 'getShare',
    answer: (sharing, { params }) => getShare(sharing, params.share),
  },
  {
    method: 'GET',
    path: `${SHARE}/schemas`,
    name: 'listSchemas',
    answer: (sharing, { query, params }) => listSchemas(sharing, query, params.share),
  },
  {
    method: 'GET',
    path: `${SHARE}/all-tables`,
    name: 'listAllTables',
    answer: (sharing, { query, params }) => listAllTables(sharing, query, params.share),
  },
  {
    method: 'GET',
    path: `${SCHEMA}/tables`,
    name: 'listTables',
    answer: (sharing, { query, params }) => listTables(sharing, query, params),
  },
  { method: 'GET', path: `${TABLE}/version`, name: 'version', answer: versionOf },
  // What clients asked before there was the path above.
  { method: 'HEAD', path: TABLE, name: 'version', answer: versionOf },
  {
    method: 'GET',
    path: `${TABLE}/metadata`,
    name: 'metadata',
    answer: ofTable((sharing, table, request) =>
      tableMetadata(sharing, table, { query: request.query, capabilities: capabilitiesIn(request) }),
    ),
  },
  {
    method: 'POST',
    path: `${TABLE}/query`,
    name: 'query',
    showsCells: true,
    answer: ofTable(async (sharing, table, request) => {
      const fileIds = fileIdHeader(single(request.headers.fileidhash));
      const asked = { body: request.body, capabilities: capabilitiesIn(request) };
      const answer = await queryTable(sharing, table, asked);
      return { ...answer, headers: { ...answer.headers, ...fileIds } };
    }),
  },
  { method: 'GET', path: `${TABLE}/changes`, name: 'changes', answer: refuseChanges },
  {
    method: 'POST',
    path: `${TABLE}/temporary-table-credentials`,
    name: 'credentials',
    answer: ofTable(async () => {
      throw problem('not-supported', say('feed-directory-unsupported'), {
        fix: say('fix-feed-directory-unsupported'),
      });
    }),
  },
];

/** Tables of all workbooks for Spark, pandas and others, by the protocol Delta Sharing. It is read-only. */
export function registerDeltaSharing(
  app: FastifyInstance,
  service: Service,
  inFlight: AnswersInFlight,
): void {
  const { config, accessLog } = service;
  const common: Pick<RouteOptions, 'schema' | 'config' | 'bodyLimit'> = {
    schema: { hide: true },
    config: { bodyBounds: smallBounds, challenge: () => CHALLENGE, presentProblem: sharingError },
    bodyLimit: smallBounds.bytes,
  };
  const sharingOf = (request: FastifyRequest): Sharing => {
    const origin = config.publicUrl ?? pageOriginOf(request, undefined);
    return { service, caller: request.caller as Caller, root: `${origin.replace(/\/$/, '')}${ROOT}` };
  };
  const send = async (reply: FastifyReply, caller: Caller, answering: () => Promise<Answer>) => {
    const payer = caller.credential.accountId ?? caller.userId;
    const answer = await cancellable(disconnectSignal(reply), answering);
    const count = (bytes: number) => inFlight.count(payer, bytes);
    sendAnswer(reply, answer, { idleMs: config.answerIdleMs, count });
    return reply;
  };
  const authenticateRequest = async (request: FastifyRequest) => {
    if (request.url.includes('%00')) throw problem('bad-request', say('url-nul'));
    const secret = feedSecret(request.headers.authorization);
    if (!secret) throw problem('unauthenticated', say('token-absent'), { fix: say('fix-feed-credential') });
    request.caller = await authenticate(service, secret, request.id, {});
  };

  for (const { method, path, name, showsCells, answer } of operations) {
    const tables = new WeakMap<FastifyRequest, SharedTable>();
    app.route({
      ...common,
      method,
      url: `${ROOT}${path}`,
      onRequest: authenticateRequest,
      handler: async (given, reply) => {
        const request = given as SharingRequest;
        authorize(request.caller as Caller, access);
        await requireReach(service, request.caller as Caller, workbookNamedBy(request), access);
        const note = (table: SharedTable) => tables.set(given, table);
        return await send(reply, request.caller as Caller, () => answer(sharingOf(request), request, note));
      },
      onResponse: async (request, reply) => {
        if (!request.caller) return;
        recordCall(accessLog, request.caller, {
          operation: `sharing.${name}`,
          workbookId: tables.get(request)?.schema.id ?? workbookNamedBy(request).workbook_id,
          status: reply.statusCode,
          showsCells: showsCells === true,
        });
      },
    });
  }

  app.route({
    ...common,
    method: 'GET',
    url: `${ROOT}/profile`,
    onRequest: authenticateRequest,
    handler: async (request, reply) => {
      const secret = feedSecret(request.headers.authorization) as string;
      return await send(reply, request.caller as Caller, async () => profileFile(sharingOf(request), secret));
    },
  });

  app.route({
    ...common,
    method: 'GET',
    url: `${ROOT}/files/:copy/:file`,
    handler: async (request, reply) => {
      const path = request.params as { copy: string; file: string };
      const grant = { operation: FILE_OPERATION, path, query: request.query as object };
      const caller = await authenticateLink(service, grant, request.id, {});
      request.caller = caller;
      authorize(caller, access);
      return await send(reply, caller, () =>
        fileAnswer(sharingOf(request), {
          copyId: path.copy,
          name: path.file,
          isHead: request.method === 'HEAD',
          range: request.headers.range,
          ifRange: single(request.headers['if-range']),
        }),
      );
    },
    onResponse: async (request, reply) => {
      if (!request.caller) return;
      recordCall(accessLog, request.caller, {
        operation: FILE_OPERATION,
        workbookId: undefined,
        status: reply.statusCode,
        showsCells: true,
      });
    },
  });
}
