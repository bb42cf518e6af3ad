import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';
import { badOption } from './feed-problems.js';

export type ODataVersion = '4.0' | '4.01';

/**
 * The version to answer in: 4.01 for clients that ask for it. Others get 4.0, which every client takes, and which differs
 * for them in the number alone.
 */
export function versionFor(maxVersion: string | undefined): ODataVersion {
  if (maxVersion === undefined) return '4.0';
  const most = Number(maxVersion.trim());
  if (Number.isFinite(most) && most >= 4) return most > 4 ? '4.01' : '4.0';
  throw badOption(
    say('feed-version-unsupported', { version: maxVersion.slice(0, 20) }),
    say('fix-feed-version'),
  );
}

export interface JsonForm {
  metadata: 'minimal' | 'full' | 'none';
  /** Whether long numbers are texts. */
  ieee754: boolean;
}

const defaultForm: JsonForm = { metadata: 'minimal', ieee754: false };

interface Range {
  type: string;
  parameters: Map<string, string>;
}

/** The media ranges of an Accept header or of `$format`, the preferred first. */
function rangesOf(text: string): Range[] {
  const ranges = text.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return { type, parameters: new Map(parameters.map(pairOf)) };
  });
  const weight = ({ parameters }: Range) => Number(parameters.get('q') ?? 1);
  return ranges.filter((range) => weight(range) > 0).sort((a, b) => weight(b) - weight(a));
}

function pairOf(text: string): [string, string] {
  const [name = '', value = ''] = text.split('=');
  return [name.trim(), value.trim()];
}

const abbreviations = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
]);

/** What the client asks for; `$format` wins over the header. */
function asked(accept: string | undefined, format: string | undefined): { text: string; ranges: Range[] } {
  const given = format === undefined ? accept || '*/*' : (abbreviations.get(format.toLowerCase()) ?? format);
  return { text: format ?? accept ?? '', ranges: rangesOf(given) };
}

/** How to write JSON; refused if the client takes none. */
export function jsonFormFor(accept: string | undefined, format: string | undefined): JsonForm {
  const { text, ranges } = asked(accept, format);
  for (const { type, parameters } of ranges) {
    if (type !== 'application/json') continue;
    const metadata = parameters.get('odata.metadata') ?? parameters.get('metadata') ?? 'minimal';
    if (metadata !== 'minimal' && metadata !== 'full' && metadata !== 'none') continue;
    return { metadata, ieee754: parameters.get('ieee754compatible') === 'true' };
  }
  if (ranges.some(({ type }) => type === '*/*' || type === 'application/*')) return defaultForm;
  throw notAcceptable(text);
}

/** Whether `$metadata` is wanted as XML, which every client reads, or only as JSON. */
export function metadataFormFor(accept: string | undefined, format: string | undefined): 'xml' | 'json' {
  const { text, ranges } = asked(accept, format);
  const types = new Set(ranges.map(({ type }) => type));
  if (['application/xml', 'text/xml', 'application/*', '*/*'].some((type) => types.has(type))) return 'xml';
  if (types.has('application/json')) return 'json';
  throw notAcceptable(text);
}

/** For `$count` and `$value`, which are plain text whatever else the client takes. */
export function jsonType({ metadata, ieee754 }: JsonForm): string {
  return `application/json;odata.metadata=${metadata};odata.streaming=true${ieee754 ? ';IEEE754Compatible=true' : ''};charset=utf-8`;
}

function notAcceptable(format: string) {
  return problem('not-acceptable', say('feed-format-unknown', { format: format.slice(0, 200) }), {
    fix: say('fix-feed-format'),
  });
}
