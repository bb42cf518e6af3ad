import { syntaxError } from '../feed-problems.js';

export type LiteralKind = 'string' | 'number' | 'boolean' | 'null' | 'date' | 'moment' | 'time' | 'other';

export type Token = { at: number } & (
  | { is: 'literal'; kind: LiteralKind; text: string }
  | { is: 'name'; text: string }
  | { is: 'sign'; text: string }
  | { is: 'end'; text: '' }
);

const seconds = String.raw`\d\d:\d\d(?::\d\d(?:\.\d+)?)?`;
const day = String.raw`-?\d{4,}-\d\d-\d\d`;

/** The forms of literals, the longer before those that they begin with. */
const literals: readonly [LiteralKind, RegExp][] = [
  ['string', /'((?:[^']|'')*)'/uy],
  // A plus sign that was not percent-encoded arrives as a space.
  ['moment', new RegExp(`(${day}T${seconds}(?:Z|[-+ ]\\d\\d:\\d\\d))`, 'iuy')],
  ['other', /([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})/iuy],
  ['other', /(?:duration|binary)'([^']*)'/iuy],
  ['date', new RegExp(`(${day})`, 'uy')],
  ['time', new RegExp(`(${seconds})`, 'uy')],
  ['number', /([-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|INF|NaN))(?![\p{L}\d_])/iuy],
];
const name =
  /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*(?:\.[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]*)*/uy;
const sign = /[(),/@]/uy;
const space = /[\s]*/uy;

const words = new Map<string, LiteralKind>([
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'null'],
]);

/** The tokens of an expression; the last one is its end. */
export function tokensOf(option: string, text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at;
    return form.exec(text);
  };
  for (;;) {
    at += take(space)?.[0].length ?? 0;
    if (at >= text.length) return [...tokens, { is: 'end', text: '', at }];
    const found = tokenAt(take, at);
    if (!found) throw syntaxError(option, text, at);
    tokens.push(found.token);
    at += found.length;
  }
}

function tokenAt(
  take: (form: RegExp) => RegExpExecArray | null,
  at: number,
): { token: Token; length: number } | undefined {
  for (const [kind, form] of literals) {
    const match = take(form);
    if (match)
      return {
        token: { is: 'literal', kind, text: plainText(kind, match[1] ?? ''), at },
        length: match[0].length,
      };
  }
  const named = take(name)?.[0];
  if (named !== undefined) {
    const kind = words.get(named.toLowerCase());
    const token: Token = kind
      ? { is: 'literal', kind, text: named.toLowerCase(), at }
      : { is: 'name', text: named, at };
    return { token, length: named.length };
  }
  const signed = take(sign)?.[0];
  return signed === undefined
    ? undefined
    : { token: { is: 'sign', text: signed, at }, length: signed.length };
}

function plainText(kind: LiteralKind, text: string): string {
  if (kind === 'string') return text.replaceAll("''", "'");
  return kind === 'moment' ? text.replace(' ', '+').toUpperCase() : text;
}
