import {
  type CallToolResult,
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { type Callable, call, callableOf } from './call-tool.js';
import { rowSchema } from './row-schema.js';
import type { ToolContext } from './tool.js';
import { describeTable } from './tools/describe-table.js';
import { listTables } from './tools/list-tables.js';
import { listWorkbooks } from './tools/list-workbooks.js';

const JSON_TYPE = { mimeType: 'application/json' };

const WORKBOOKS_PER_PAGE = 10;
const TABLES_PER_WORKBOOK = 50;

const workbooks = callableOf(listWorkbooks);
const tables = callableOf(listTables);

/** What a client can read by URI: each kind is another name for the answer of a tool, with its rights and its limits. */
const kinds: { template: ResourceTemplateType; pattern: RegExp; tool: Callable }[] = [
  {
    template: {
      uriTemplate: 'workbook://{workbook_id}',
      name: 'workbook',
      title: 'A workbook',
      description: 'Its tables, with row counts and the names of columns',
      ...JSON_TYPE,
    },
    pattern: /^workbook:\/\/(?<workbook_id>[^/]+)$/,
    tool: tables,
  },
  {
    template: {
      uriTemplate: 'table://{workbook_id}/{table}',
      name: 'table',
      title: 'A table',
      description: 'Its columns with types, its row count and freshness, and five rows',
      ...JSON_TYPE,
    },
    pattern: /^table:\/\/(?<workbook_id>[^/]+)\/(?<table>[^/]+)$/,
    tool: callableOf(describeTable),
  },
  {
    template: {
      uriTemplate: 'table://{workbook_id}/{table}/schema',
      name: 'schema',
      title: 'The schema of a table',
      description: 'The JSON Schema of one row',
      ...JSON_TYPE,
    },
    pattern: /^table:\/\/(?<workbook_id>[^/]+)\/(?<table>[^/]+)\/schema$/,
    tool: callableOf(rowSchema),
  },
];

export const resourceTemplates = kinds.map(({ template }) => template);

/** Workbooks and their tables, a few workbooks a page. */
export async function listResources(
  context: ToolContext,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const page = { limit: WORKBOOKS_PER_PAGE, ...(cursor !== undefined && { cursor }) };
  const found = bodyOf(await call(context, workbooks, page)) as unknown as WorkbookPage;
  const resources: Resource[] = [];
  for (const { id, title, description } of found.workbooks) {
    resources.push({ uri: `workbook://${id}`, name: id, title, ...described(description), ...JSON_TYPE });
    const answer = await call(context, tables, { workbook_id: id, limit: TABLES_PER_WORKBOOK });
    // A workbook may be deleted meanwhile.
    if (!answer.isError) resources.push(...tablesIn({ id, title }, answer));
  }
  return { resources, ...(found.next_cursor !== null && { nextCursor: found.next_cursor }) };
}

interface WorkbookPage {
  workbooks: { id: string; title: string; description: string | null }[];
  next_cursor: string | null;
}

function tablesIn({ id, title }: { id: string; title: string }, answer: CallToolResult): Resource[] {
  const { tables } = answer.structuredContent as { tables: { name: string; description: string | null }[] };
  return tables.map(({ name, description }) => ({
    uri: `table://${id}/${encodeURIComponent(name)}`,
    name,
    title: `${name} (${title})`,
    ...described(description),
    ...JSON_TYPE,
  }));
}

const described = (description: string | null) => (description === null ? {} : { description });

export async function readResource(context: ToolContext, uri: string): Promise<ReadResourceResult> {
  for (const { pattern, tool } of kinds) {
    const named = pattern.exec(uri)?.groups;
    if (!named) continue;
    const answer = await call(context, tool, decoded(uri, named));
    const text = JSON.stringify(bodyOf(answer, uri));
    return { contents: [{ uri, ...JSON_TYPE, text }] };
  }
  throw new ResourceNotFoundError(uri);
}

function decoded(uri: string, named: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(named).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    throw new ResourceNotFoundError(uri);
  }
}

/** A problem becomes an error of the protocol: a resource, unlike a tool, has no answer for it. */
function bodyOf({ isError, content, structuredContent }: CallToolResult, uri?: string): object {
  if (!isError) return structuredContent as object;
  const [first] = content;
  const found = JSON.parse(first?.type === 'text' ? first.text : '{}') as {
    status?: number;
    detail?: string;
  };
  if (uri !== undefined && found.status === 404) throw new ResourceNotFoundError(uri, found.detail);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, found.detail ?? 'It cannot be read.', found);
}
