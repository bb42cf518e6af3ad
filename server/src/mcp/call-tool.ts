import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { inWordsOf, say } from '@workbook-data-service/contract/messages';
import { nearestName } from '@workbook-data-service/sheets/names';
import { cancellable } from '../core/cancellation.js';
import { diskProblem } from '../core/disk-problem.js';
import { Problem, problem } from '../core/problems.js';
import type { Access } from '../edge/access.js';
import { authorize, requireReach } from '../edge/authenticate.js';
import { recordCall } from '../edge/record-call.js';
import { lazyValidator, refuseNul, validationProblem } from '../edge/validation.js';
import { AccessTrace } from '../features/audit/access-trace.js';
import { problemBody } from '../present/problem.js';
import { withWorkbookId } from './name-workbook.js';
import { CELLS_ARE_DATA, type Tool, type ToolContext } from './tool.js';
import { toolEdge } from './tool-edge.js';
import { tools } from './tools.js';

/** About 25,000 tokens; tools cut what they show long before. */
const MAX_ANSWER_CHARACTERS = 100_000;

export interface Callable {
  tool: Tool;
  isValid: ReturnType<typeof lazyValidator>;
}

export const callableOf = (tool: Tool): Callable => ({ tool, isValid: lazyValidator(tool.input, 'strict') });

const callables = new Map<string, Callable>(tools.map((tool) => [tool.name, callableOf(tool)]));

export async function callTool(
  context: ToolContext,
  { name, arguments: input = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<CallToolResult> {
  const callable = context.chosen.has(name) ? callables.get(name) : undefined;
  return await call(context, callable ?? unknownTool(name, context), input);
}

/** Calls a tool with the same checks as an endpoint. A problem is an answer that the model can correct its call by. */
export async function call(
  context: ToolContext,
  callable: Callable,
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  // Each call is recorded by itself.
  const caller = { ...context.caller, trace: new AccessTrace() };
  const { service } = context;
  const { result, status, input } = await run({ ...context, caller }, callable, given);
  // The request is counted for the account that its call acted on.
  if (context.caller.trace) context.caller.trace.accountId = caller.trace.accountId;
  const { tool } = callable;
  recordCall(service.accessLog, caller, {
    operation: `mcp.${tool.name}`,
    workbookId: workbookOf(input),
    status,
    showsCells: tool.effect === 'reads' && tool.showsCells === true,
  });
  return result;
}

async function run(
  context: ToolContext,
  { tool, isValid }: Callable,
  given: Record<string, unknown>,
): Promise<{ result: CallToolResult; status: number; input: Record<string, unknown> }> {
  let input = given;
  try {
    if (!isValid(given)) throw validationProblem('input', isValid.errors ?? []);
    refuseNul(given);
    authorize(context.caller, accessTo(tool));
    input = await withWorkbookId(context, given);
    await requireRights(context, tool, input);
    const { body, content = [] } = await cancellable(context.signal, () => tool.run(context, input));
    const shown = tool.showsCells ? { notice: CELLS_ARE_DATA, ...body } : body;
    const text = JSON.stringify(shown);
    if (text.length > MAX_ANSWER_CHARACTERS) throw answerTooLarge();
    // The text is for clients that do not read structured content.
    return {
      result: { content: [{ type: 'text', text }, ...content], structuredContent: shown },
      status: 200,
      input,
    };
  } catch (error) {
    const found = problemOf(context, error);
    const text = JSON.stringify(toolProblem(found, context.caller.requestId));
    return { result: { content: [{ type: 'text', text }], isError: true }, status: found.status, input };
  }
}

/** In the words of tools, and without the codes, which a model does not need. */
function toolProblem(found: Problem, requestId: string): Record<string, unknown> {
  const { code, params, fix_code, fix_params, ...body } = problemBody(found, requestId);
  return {
    ...body,
    detail: inWordsOf(toolEdge, found.said.detail),
    suggested_fix: inWordsOf(toolEdge, found.said.fix),
  };
}

async function requireRights({ service, caller }: ToolContext, tool: Tool, input: object): Promise<void> {
  await requireReach(service, caller, input, accessTo(tool));
  if (tool.storesData) await service.disk.requireRoom();
  else if (tool.effect !== 'reads') await service.disk.makeRoom();
}

const accessTo = ({ scope }: Tool): Access => ({ to: 'data-plane', scope });

function workbookOf(input: Record<string, unknown>): string | undefined {
  return typeof input.workbook_id === 'string' ? input.workbook_id : undefined;
}

/** Errors other than problems reveal nothing. */
function problemOf({ service, caller }: ToolContext, error: unknown): Problem {
  const known = error instanceof Problem ? error : diskProblem(error);
  if (known) return known;
  service.log.error({ err: error, request_id: caller.requestId }, 'tool failed');
  return problem('internal-error');
}

function unknownTool(name: string, { chosen }: ToolContext): never {
  const nearest = nearestName(name.slice(0, 100), [...chosen]);
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool ${JSON.stringify(name.slice(0, 100))}. Did you mean "${nearest}"?`,
  );
}

function answerTooLarge() {
  return problem('too-large', say('answer-too-long', { max: MAX_ANSWER_CHARACTERS.toLocaleString('en') }), {
    fix: say('fix-answer-too-long'),
  });
}
