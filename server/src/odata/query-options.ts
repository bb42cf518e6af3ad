import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { badOption, unsupported } from './feed-problems.js';

/** The system query options that the feed follows; `$` may be left out, and case does not count (OData 4.01). */
const followed = ['select', 'filter', 'orderby', 'top', 'skip', 'count', 'skiptoken', 'format'] as const;
type OptionName = (typeof followed)[number];

export type Options = Partial<Record<OptionName, string>>;

const refused: Readonly<Record<string, Message | undefined>> = {
  search: say('fix-feed-search'),
  expand: say('fix-feed-expand'),
  apply: say('fix-feed-apply'),
  compute: say('fix-feed-apply'),
  levels: undefined,
  index: undefined,
  schemaversion: undefined,
  deltatoken: undefined,
  id: undefined,
};
const listed = () => say('fix-feed-options', { options: followed.map((name) => `$${name}`).join(', ') });

/** The options of a query string. Others without `$` are custom ones, which a service may ignore. */
export function readOptions(query: Readonly<Record<string, unknown>>): Options {
  const options: Options = {};
  for (const [given, value] of Object.entries(query)) {
    const name = given.toLowerCase().replace(/^\$/, '');
    const option = `$${name}`;
    if (Object.hasOwn(refused, name))
      throw unsupported(say('feed-option-unsupported', { option }), refused[name] ?? listed());
    const known = followed.find((one) => one === name);
    if (!known) {
      if (!given.startsWith('$')) continue;
      throw badOption(say('feed-option-unknown', { option: given.slice(0, 100) }), listed());
    }
    if (typeof value !== 'string' || options[known] !== undefined)
      throw badOption(say('feed-option-repeated', { option }), listed());
    options[known] = value.trim();
  }
  return options;
}

/** The value of `$top` or `$skip`. */
export function countOf(options: Options, name: 'top' | 'skip'): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw badValue(name, value);
  return Number(value);
}

export function wantsCount({ count }: Options): boolean {
  if (count === undefined) return false;
  const value = count.toLowerCase();
  if (value !== 'true' && value !== 'false') throw badValue('count', count);
  return value === 'true';
}

function badValue(name: OptionName, value: string) {
  return badOption(
    say('feed-option-value', { option: `$${name}`, value: value.slice(0, 100) }),
    say('fix-feed-option-value'),
  );
}
