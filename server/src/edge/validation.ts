import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaValidationError } from 'fastify';
import { fieldError, type Problem, problem, whyOfField } from '../core/problems.js';
import { unknownField } from '../core/unknown-field.js';

const MAX_ERRORS = 20;

const common = {
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  discriminator: true,
  // Errors then have the schema, from which the message of a discriminator takes the values that it accepts.
  verbose: true,
} as const;

/** Bodies are not coerced. Query strings and form fields are text, so their values are. */
const kinds = {
  strict: {
    first: new Ajv({ ...common, coerceTypes: false }),
    all: new Ajv({ ...common, coerceTypes: false, allErrors: true }),
  },
  textual: {
    first: new Ajv({ ...common, coerceTypes: true }),
    all: new Ajv({ ...common, coerceTypes: true, allErrors: true }),
  },
};

/** Beyond this many values only the first error is reported: finding all of them takes too long. */
const MAX_VALUES_FOR_ALL_ERRORS = 1000;

/** Compiles a schema on first use, so that startup does not wait for all of them. */
export function lazyValidator(schema: unknown, kind: keyof typeof kinds): ValidateFunction {
  const compile = (which: 'first' | 'all') => kinds[kind][which].compile(schema as object);
  let first: ValidateFunction | undefined;
  let all: ValidateFunction | undefined;
  const validate = ((data: unknown): boolean => {
    first ??= compile('first');
    const valid = first(data) as boolean;
    validate.errors = first.errors ?? null;
    if (valid || !hasAtMost(MAX_VALUES_FOR_ALL_ERRORS, data)) return valid;
    all ??= compile('all');
    all(data);
    validate.errors = all.errors ?? validate.errors;
    return false;
  }) as unknown as ValidateFunction;
  return validate;
}

function hasAtMost(most: number, data: unknown): boolean {
  const open = [data];
  let count = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const name in value) {
      if (++count > most) return false;
      open.push((value as Record<string, unknown>)[name]);
    }
  }
  return true;
}

/** PostgreSQL cannot store U+0000 in text, so it is refused on both databases. */
export function refuseNul(body: unknown): void {
  const field = Object.entries(body ?? {}).find(
    ([, value]) => typeof value === 'string' && value.includes('\0'),
  );
  if (!field) return;
  const [name, fault] = [field[0], say('field-nul')];
  throw problem('invalid-request', say('body-invalid', { field: name, ...whyOf(fault) }), {
    members: { errors: [fieldError(`/${name}`, fault)] },
  });
}

export function validationProblem(
  part: string,
  errors: readonly (ErrorObject | FastifySchemaValidationError)[],
): Problem {
  const listed = errors
    .slice(0, MAX_ERRORS)
    .map((error) => fieldError(pathOf(error), faultOf(error as ErrorObject)));
  const first = listed[0] ?? fieldError('', say('field-invalid'));
  return problem(
    'invalid-request',
    say('input-invalid', { part, path: first.path || '/', ...whyOfField(first) }),
    {
      members: { errors: listed },
    },
  );
}

function pathOf(error: ErrorObject | FastifySchemaValidationError): string {
  const { params } = error as ErrorObject;
  const member = params.additionalProperty ?? params.missingProperty ?? params.tag;
  return member === undefined ? error.instancePath : `${error.instancePath}/${String(member)}`;
}

/** A message for each keyword that schemas use, in the words of the validator where it has good ones. */
const faults: Record<string, (error: ErrorObject) => Message> = {
  additionalProperties: ({ params, parentSchema }) =>
    unknownField(String(params.additionalProperty), Object.keys(parentSchema?.properties ?? {})),
  required: () => say('field-required'),
  enum: ({ params }) => say('field-one-of', { values: (params.allowedValues as unknown[]).join(', ') }),
  discriminator: (error) => say('field-one-of', { values: tagValues(error).join(', ') }),
  const: ({ params }) => say('field-exactly', { value: String(params.allowedValue) }),
  type: ({ params }) => say('field-type', { type: String(params.type) }),
  minimum: ({ params }) => limit(params),
  maximum: ({ params }) => limit(params),
  exclusiveMinimum: ({ params }) => limit(params),
  exclusiveMaximum: ({ params }) => limit(params),
  multipleOf: ({ params }) => say('field-multiple-of', { factor: Number(params.multipleOf) }),
  minLength: ({ params }) => say('field-min-characters', { min: Number(params.limit) }),
  maxLength: ({ params }) => say('field-max-characters', { max: Number(params.limit) }),
  minItems: ({ params }) => say('field-min-items', { min: Number(params.limit) }),
  maxItems: ({ params }) => say('field-max-items', { max: Number(params.limit) }),
  minProperties: ({ params }) => say('field-min-properties', { min: Number(params.limit) }),
  maxProperties: ({ params }) => say('field-max-properties', { max: Number(params.limit) }),
  pattern: ({ params }) => say('field-pattern', { pattern: String(params.pattern) }),
  format: ({ params }) => say('field-format', { format: String(params.format) }),
  uniqueItems: ({ params }) =>
    say('field-repeated-items', { first: Number(params.j), second: Number(params.i) }),
  anyOf: () => say('field-any-of'),
  oneOf: () => say('field-one-schema'),
  propertyNames: () => say('field-property-name'),
};

function limit({ comparison, limit: bound }: ErrorObject['params']): Message {
  return say('field-limit', { comparison: String(comparison), limit: Number(bound) });
}

function faultOf(error: ErrorObject): Message {
  return faults[error.keyword]?.(error) ?? say('field-invalid');
}

/** The values of the field that decides between the alternatives. */
function tagValues({ parentSchema, params }: ErrorObject): string[] {
  const alternatives = (parentSchema?.oneOf ?? []) as { properties: Record<string, { const: string }> }[];
  return alternatives.flatMap(({ properties }) => properties[params.tag as string]?.const ?? []);
}
