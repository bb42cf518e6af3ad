import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedOutcomes, type Outcomes } from './support/access-rules.js';
import {
  type AccessWorld,
  type CredentialName,
  credentials,
  makeAccessWorld,
} from './support/access-world.js';
import type { Answer } from './support/api.js';
import { type ControlCall, controlCalls, type Outcome } from './support/control-calls.js';

interface Endpoint {
  id: string;
  tag: string;
  method: string;
  path: string;
}

let world: AccessWorld;
/** Those of the control plane, in the order of the API's document. */
let endpoints: Endpoint[];
/** What each call answered to each credential. */
const seen = new Map<string, Outcomes>();

const names = Object.keys(credentials) as CredentialName[];
/** A title is the id of an endpoint, and possibly a remark. */
const idOf = (title: string) => title.split(',')[0] as string;

beforeAll(async () => {
  world = await makeAccessWorld();
  endpoints = await readEndpoints();
});
afterAll(() => world.dispose());

async function readEndpoints(): Promise<Endpoint[]> {
  type Operation = { operationId: string; tags: [string] };
  const { paths } = (await world.owner.get('/openapi.json')).body;
  const all = Object.entries<Record<string, Operation>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, tags }]) => ({
      id: operationId,
      tag: tags[0],
      method: method.toUpperCase(),
      path,
    })),
  );
  return all.filter(({ path }) => path.startsWith('/api/control/'));
}

async function outcomesOf({ needs, request, stopsAt }: ControlCall): Promise<Outcomes> {
  const scope = needs === 'session' || needs === 'signature' ? 'account:read' : needs;
  const answers = names.map(async (name) => {
    const { method, path, body, headers } = await request(world);
    const client = await world.as(name, scope);
    return [name, outcomeOf(await client.send(method, path, body, headers), stopsAt)];
  });
  return Object.fromEntries(await Promise.all(answers)) as Outcomes;
}

function outcomeOf({ status, body }: Answer<{ type?: string } | undefined>, stopsAt?: string): Outcome {
  const slug = status < 400 ? undefined : body?.type?.replace('/problems/', '');
  return slug === stopsAt ? 'yes' : (slug ?? `${status} without ${stopsAt}`);
}

test('every endpoint of the control plane is called', () => {
  expect([...new Set(Object.keys(controlCalls).map(idOf))].sort()).toEqual(
    endpoints.map(({ id }) => id).sort(),
  );
});

describe('every credential gets the answer that the rules give it from', () => {
  test.each(Object.entries(controlCalls))('%s', async (title, call) => {
    const outcomes = await outcomesOf(call);
    seen.set(title, outcomes);
    expect(outcomes).toEqual(expectedOutcomes(call));
  });
});

/** Of the printed table, which explains them. */
const words: Record<Outcome, string> = {
  unauthenticated: '401',
  'not-found': '404',
  forbidden: 'no',
  'insufficient-scope': 'scope',
  'outside-reach': 'reach',
  'owner-session-required': 'session',
};

/** As the page explains, so that a line fits into a terminal. */
function shortPath(path: string): string {
  return path
    .replace('/api/control', '')
    .replace('/workspaces/{workspace_id}/', '…/')
    .replace(/\{\w+_id\}/, '{id}');
}

function lineOf({ method, path }: Endpoint, title: string): string[] {
  const call = controlCalls[title] as ControlCall;
  const remark = title.slice(idOf(title).length);
  return [
    `\`${method} ${shortPath(path)}\`${remark}`,
    call.needs.includes(':') ? `\`${call.needs}\`` : call.needs,
    ...names.map((name) => {
      const outcome = seen.get(title)?.[name] ?? '';
      return words[outcome] ?? outcome;
    }),
  ];
}

function tableOf(group: Endpoint[]): string {
  const lines = group.flatMap((endpoint) =>
    Object.keys(controlCalls)
      .filter((title) => idOf(title) === endpoint.id)
      .map((title) => lineOf(endpoint, title)),
  );
  const headings = ['', 'needs', ...Object.values(credentials)];
  return [headings, headings.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

test('the tables in the documentation match the results', async () => {
  const tables = [...new Set(endpoints.map(({ tag }) => tag))].map((tag) => {
    const group = endpoints.filter((endpoint) => endpoint.tag === tag);
    return `### ${tag}\n\n${tableOf(group)}`;
  });
  const path = new URL('../docs/access.md', import.meta.url);
  const page = await readFile(path, 'utf8');
  const printed = page.replace(
    /(<!-- tables -->\n)[\s\S]*(<!-- \/tables -->)/,
    (_, open: string, close: string) => `${open}\n${tables.join('\n\n')}\n\n${close}`,
  );
  if (process.env.UPDATE_DOCS === '1') await writeFile(path, printed);
  else expect(page).toBe(printed);
});
