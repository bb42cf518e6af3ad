import { describe, expect, test } from 'vitest';
import { mapAtOnce } from './support/at-once.js';
import {
  differences,
  type RecordedAnswer,
  type RecordedWrite,
  recordedReleases,
  unpackRelease,
} from './support/release-fixture.js';
import { newDataDir, startService, type TestService } from './support/service.js';

const AT_ONCE = 8;
const MOVED_CLOCK = new URL('./support/moved-clock.mjs', import.meta.url).pathname;

/** Differences that are meant, each with its reason. */
const intended: { where: RegExp; reason: string }[] = [
  {
    where: /(\/(tables|transforms)\/well_paid\b.*|\/row_count): .*\b(403|null)$/,
    reason: 'which rows "well_paid" has follows from a column that nobody may see, and is withheld since',
  },
  {
    where: /\/audit-log \/entries\/\d+\/(hash|prev_hash|detail_text|detail\/rows): .*, (null|undefined)$/,
    reason: 'the log withholds how many rows "well_paid" has, and the hashes by which that could be guessed',
  },
  {
    where: /^GET \/api\/v1\/jobs\/\w+ \/result\/artifacts\/\d+\/schema: null, \[/,
    reason: 'a job shows the columns of its tables, as an upload always did',
  },
  {
    where: /^PUT \/api\/v1\/workbooks\/\w+\/policies\/pay \/status: 200, 410$/,
    reason:
      'a rule also withholds rows since, so who is under one may see less than when the answer was kept',
  },
  {
    where: /^GET \/api\/v1\/me \/credits: \[{"name":"free_monthly"/,
    reason: 'credits became a ledger of several buckets, which began with a full month',
  },
  {
    where: /^GET \/api\/v1\/workbooks\/\w+\/ops \/ops\/\d+\/undoable: false, true$/,
    reason: 'ops of nearly every kind can be undone since',
  },
  {
    where: /^GET \/api\/v1\/workbooks\/\w+\/review\/rules \/rules: /,
    reason: 'reviews have more rules since',
  },
  {
    where: /^GET \/api\/v1\/workbooks\/\w+\/charts\S* \S*\/config\/config\/font: /,
    reason: 'charts draw emoji since',
  },
  {
    where: /^GET \/api\/v1\/me\/tokens \/tokens\/\d+\/last_used_at: "/,
    reason: 'the test itself uses the tokens',
  },
];

/** Stands for the address of the service in a recording. */
const SERVICE = 'http://service';

const isIntended = (difference: string) => intended.some(({ where }) => where.test(difference));

describe.each(await recordedReleases())('a data directory of release %s', (release) => {
  test('is answered from as the release did, and what was done there is not done again', async () => {
    const dataDir = await newDataDir();
    const { tokens, answers, writes, recordedAt } = await unpackRelease(release, dataDir);
    const env = { NODE_OPTIONS: `--import=${MOVED_CLOCK}`, MOVED_CLOCK: recordedAt };
    const service = await startService({ dataDir, env });
    const changed = await mapAtOnce(answers, AT_ONCE, (answer) => changesOf(service, tokens, answer));
    expect(changed.flat().filter((difference) => !isIntended(difference))).toEqual([]);
    const redone: string[] = [];
    for (const write of writes) redone.push(...(await changesOfReplay(service, tokens.owner ?? '', write)));
    expect(redone.filter((difference) => !isIntended(difference))).toEqual([]);
  });
});

async function changesOf(
  service: TestService,
  tokens: Record<string, string>,
  { as, path, status, type, body }: RecordedAnswer,
): Promise<string[]> {
  const now = await service
    .as(tokens[as] ?? '')
    .get(path)
    .catch((error: Error) => error);
  if (now instanceof Error) return [now.message];
  const nowType = now.headers.get('content-type')?.split(';')[0];
  const kind = differences({ status, type }, { status: now.status, type: nowType });
  const compare = path.endsWith('/audit-log') ? missingEntries : differences;
  const content = kind.length > 0 || body === null ? [] : compare(body, atService(now.body, service));
  return [...kind.slice(0, 1), ...content].map((difference) => `GET ${path} ${difference}`);
}

/** The recording names no port. */
function atService(body: unknown, { url }: TestService): unknown {
  return JSON.parse(JSON.stringify(body ?? null).replaceAll(url, SERVICE));
}

interface AuditLog {
  entries?: { chain: string; seq: number }[];
}

/** An audit log grows when governed data is read; what was in it stays. */
function missingEntries(before: unknown, now: unknown): string[] {
  const { entries = [] } = now as AuditLog;
  return ((before as AuditLog).entries ?? []).flatMap((entry) => {
    const same = entries.find(({ chain, seq }) => chain === entry.chain && seq === entry.seq);
    return differences(entry, same, `/entries/${entry.seq}`);
  });
}

/** A kept answer is that of the release, which today's document need not describe. */
async function changesOfReplay(
  service: TestService,
  token: string,
  { method, path, key, body, form, status, answer }: RecordedWrite,
): Promise<string[]> {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(!form && body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: formOf(form) }),
  });
  const text = await response.text();
  const replayed = response.headers.get('idempotent-replayed');
  const kind = differences({ status, replayed: 'true' }, { status: response.status, replayed });
  const now: unknown = text === '' ? '' : JSON.parse(text);
  const content = kind.length > 0 ? [] : differences(answer, atService(now, service));
  return [...kind.slice(0, 1), ...content].map((difference) => `${method} ${path} ${difference}`);
}

function formOf({ fields, file }: NonNullable<RecordedWrite['form']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Buffer.from(file.base64, 'base64')]), file.name);
  return form;
}
