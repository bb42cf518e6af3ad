import { readdirSync } from 'node:fs';

type Sentence = (params: unknown, edge: unknown) => string;

const root = new URL('../../', import.meta.url);
const books = [
  ...readdirSync(new URL('contract/src/messages/', root))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `contract/src/messages/${file}`),
  'sheets/src/core/file-sentences.ts',
  'sheets/src/core/value-sentences.ts',
  'sheets/src/formula/formula-sentences.ts',
  'structure/src/reading-sentences.ts',
];

/** Everything that the service says in English. */
const sentences = new Map<string, Sentence>();
for (const path of books) {
  const exported = (await import(new URL(path, root).href)) as Record<string, Record<string, Sentence>>;
  for (const [name, book] of Object.entries(exported))
    if (name.endsWith('Sentences'))
      for (const [code, sentence] of Object.entries(book)) sentences.set(code, sentence);
}

/** What is told to agents, to programs that read feeds or metrics, and to the payment provider alone. */
const toldElsewhere = /^(fix-)?(agent-|feed-|metrics-|content-not-base64|svg-too-long|bad-signature)/;
/** What is told to people who are writing SQL or Python, in the words of these languages. */
const aboutCode = /^(fix-)?(sql-|parameter|python-)/;

/** What parameters hold that people do not know. */
const examples: Readonly<Record<string, unknown>> = {
  path: '/rows/0/Price',
  field: '/config/mark',
  type: 'DOUBLE',
  scope: 'workspaces:configure',
  reach: 'workbook:wb_1',
  settings: 'SVC_GOOGLE_CLIENT_ID, SVC_GOOGLE_CLIENT_SECRET',
  setting: 'SVC_STRIPE_PRICE',
};

const list: readonly string[] = ['a', 'b'];
/** Stands for a name, a number or a list, whichever a sentence makes of it. */
const anything: unknown = new Proxy(() => '7', {
  get(_, name) {
    if (name === Symbol.toPrimitive || name === 'toLocaleString') return () => '7';
    if (name === 'split') return () => list;
    const member: unknown = Reflect.get(name in list ? list : '7'.constructor.prototype, name);
    if (typeof member !== 'function') return member ?? anything;
    return (...given: unknown[]) => Reflect.apply(member, name in list ? list : '7', given);
  },
});
const params = new Proxy(
  {},
  { get: (_, name) => (name === 'why_code' ? null : (examples[String(name)] ?? anything)) },
);
const edge = { operation: () => 'GET …/somewhere', forPaths: (advice: string) => advice };

/** What only programs understand, by what gives it away. */
const forPrograms = {
  endpoint: /\b(GET|POST|PUT|PATCH|DELETE) |\/api\b|\/docs\b|…\/|endpoint/,
  setting: /SVC_|npm run|operator to set/,
  header: /\b(ETag|If-Match|Bearer|Retry-After|Content-Type|Idempotency-Key|Last-Event-ID|multipart)\b/,
  pointer: /(^|[\s"“「])\/[a-z]/,
  type: /\b(VARCHAR|BIGINT|INTEGER|DOUBLE|DECIMAL|BOOLEAN|TIMESTAMPTZ?|DATE)\b/,
  scope: /\b[a-z-]+:[a-z]+/,
  field: /\b[a-z]+_[a-z_]+|\b\w+=\w+|`| named in [a-z]/,
  request: /\b(credential|body|request|cursor|offset|JSON (array|document|list|object|numbers))\b/i,
};

interface Said {
  code: string;
  params: Record<string, unknown>;
  text: string;
}

/** Sentences that a program with a user would say in words for other programs, or in those that `others` finds. */
export function notForPeople(
  say: (said: Said) => string,
  others: Readonly<Record<string, RegExp>> = {},
): string[] {
  const found: string[] = [];
  for (const [code, sentence] of sentences) {
    if (toldElsewhere.test(code)) continue;
    const text = say({ code, params, text: sentence(params, edge) });
    for (const [trace, pattern] of Object.entries({ ...forPrograms, ...others }))
      if (pattern.test(text) && !(trace === 'field' && aboutCode.test(code)))
        found.push(`${code}, ${trace}: ${text}`);
  }
  return found;
}

export const sentenceCount = sentences.size;
