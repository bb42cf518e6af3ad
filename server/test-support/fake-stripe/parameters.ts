import { Refusal } from '../fake-drive-http.js';

export type Parameters = { [name: string]: Parameter };
type Parameter = string | Parameter[] | Parameters;

/** `a[b][0]=c` means `{a: {b: ['c']}}`, in bodies and in queries. */
export function readForm(text: string): Parameters {
  const root: Parameters = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.replaceAll(']', '').split('[');
    let place = root;
    let key = first;
    for (const next of rest) {
      place[key] ??= {};
      place = place[key] as Parameters;
      key = next;
    }
    place[key] = value;
  }
  return listsIn(root) as Parameters;
}

function listsIn(value: Parameter): Parameter {
  if (typeof value === 'string') return value;
  const entries = Object.entries(value).map(([key, one]) => [key, listsIn(one)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d*$/.test(key));
  return isList ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

/** What a parameter may be. A name with `!` is required. */
type Shape = 'text' | 'integer' | 'boolean' | 'metadata' | readonly string[] | { each: Shape } | Fields;
export interface Fields {
  [name: string]: Shape;
}

/** Refuses as Stripe does: what is missing, what has another type, and what it does not know. */
export function check(value: Parameter | undefined, shape: Shape, name = ''): void {
  if (typeof shape === 'string' || isWords(shape)) checkLeaf(value, shape, name);
  else if ('each' in shape) checkList(value, shape.each as Shape, name);
  else checkFields(value, shape, name);
}

function checkList(value: Parameter | undefined, each: Shape, name: string): void {
  if (!Array.isArray(value)) throw invalid(`Invalid array: ${name}`, name);
  for (const [i, one] of value.entries()) check(one, each, `${name}[${i}]`);
}

function checkFields(value: Parameter | undefined, fields: Fields, name: string): void {
  if (value === undefined || typeof value === 'string' || Array.isArray(value))
    throw invalid(`Invalid object: ${name}`, name);
  const nameOf = (key: string): string => (name ? `${name}[${key}]` : key);
  for (const [key, one] of Object.entries(value)) {
    const expected = fields[key] ?? fields[`${key}!`];
    if (expected === undefined) throw invalid(`Received unknown parameter: ${nameOf(key)}`, nameOf(key));
    check(one, expected, nameOf(key));
  }
  const required = Object.keys(fields).filter((key) => key.endsWith('!'));
  for (const key of required.map((one) => one.slice(0, -1)))
    if (!(key in value)) throw invalid(`Missing required param: ${nameOf(key)}.`, nameOf(key));
}

const isWords = (shape: Shape): shape is readonly string[] => Array.isArray(shape);

function checkLeaf(value: Parameter | undefined, shape: string | readonly string[], name: string): void {
  const isText = typeof value === 'string';
  const fits =
    shape === 'metadata'
      ? typeof value === 'object' && Object.values(value).every((one) => typeof one === 'string')
      : isText &&
        (shape === 'text' ||
          (shape === 'integer' && /^-?\d+$/.test(value)) ||
          (shape === 'boolean' && /^(true|false)$/.test(value)) ||
          (isWords(shape as Shape) && shape.includes(value)));
  if (!fits) throw invalid(`Invalid ${name}: ${JSON.stringify(value)}`, name);
}

export function invalid(message: string, param?: string, code?: string): Refusal {
  return new Refusal(400, { error: { type: 'invalid_request_error', message, param, code } });
}

export function missing(what: string, id: string, param?: string): Refusal {
  const message = `No such ${what}: '${id}'`;
  return new Refusal(404, {
    error: { type: 'invalid_request_error', code: 'resource_missing', message, param },
  });
}
