import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { allowedAggregates } from './functions.js';
import { lowerAscii } from './lower-ascii.js';

/** A node of the parse tree, known only to be an object. */
export type Node = Readonly<Record<string, unknown>>;

/** Returns what is wrong with the arguments, or undefined. */
type ArgumentRule = (children: readonly Node[], name: string) => Message | undefined;

const maximumWidth = 10_000;
const maximumSeries = 1_000_000;

/** Scalar functions ignore the memory limit, so the size of their result must be readable from the text. */
const literalWidth: ArgumentRule = (children, name) => {
  const width = literal(children[1]);
  return typeof width === 'number' && width <= maximumWidth
    ? undefined
    : say('sql-literal-width', { name, max: maximumWidth });
};

const optionalWidth: ArgumentRule = (children, name) =>
  children.length < 2 ? undefined : literalWidth(children, name);

const literalFormat: ArgumentRule = (children, name) => {
  const format = literal(children[0]);
  if (typeof format !== 'string') return say('sql-literal-format', { name });
  const tooWide =
    name === 'printf'
      ? format.match(/%[-+ #0'$.*\d]*/g)?.some((directive) => /\*|\d{4}/.test(directive))
      : braces(format).some((field) => /\d{4}|.\{/.test(field));
  return tooWide ? say('sql-format-width', { name }) : undefined;
};

/** The replacement fields of a format text, up to their end or to a field nested in them. */
function braces(format: string): string[] {
  return [...format.matchAll(/\{\{|\{[^{}]*[{}]?/g)]
    .map(([field]) => field)
    .filter((field) => field !== '{{');
}

/** list_aggregate calls any function by its name, so the name must be a known one. */
const knownAggregate: ArgumentRule = (children, name) => {
  const aggregate = literal(children[1]);
  return typeof aggregate === 'string' && allowedAggregates.has(lowerAscii(aggregate))
    ? undefined
    : say('sql-aggregate-name', { name });
};

/** A list is built whole before anything can interrupt it; in FROM the same function streams. */
const shortSeries: ArgumentRule = (children, name) => {
  const bounds = children.map(literal);
  if (!bounds.every((bound) => typeof bound === 'number')) return undefined;
  const [first = 0, second, step = 1] = bounds;
  const length = second === undefined ? first : (second - first) / step;
  return length > maximumSeries ? say('sql-series', { name, max: maximumSeries }) : undefined;
};

const rules: ReadonlyMap<string, ArgumentRule> = new Map([
  ...['lpad', 'rpad', 'repeat'].map((name) => [name, literalWidth] as const),
  ['bitstring', optionalWidth],
  ...['printf', 'format'].map((name) => [name, literalFormat] as const),
  ...['list_aggregate', 'list_aggr', 'array_aggregate', 'array_aggr', 'aggregate'].map(
    (name) => [name, knownAggregate] as const,
  ),
  ...['range', 'generate_series'].map((name) => [name, shortSeries] as const),
]);

/**
 * What is wrong with a call of an allowed function, or undefined. `column.function(…)` hides its first
 * argument in the qualification, so functions with a rule must be called in the plain form.
 */
export function argumentFault(
  name: string,
  children: readonly Node[],
  isMethod: boolean,
): Message | undefined {
  const rule = rules.get(name);
  if (!rule) return undefined;
  return isMethod ? say('sql-function-form', { name }) : rule(children, name);
}

function literal(node: Node | undefined): unknown {
  if (node?.class !== 'CONSTANT') return undefined;
  const value = node.value as Node | null;
  return value?.is_null ? undefined : value?.value;
}
