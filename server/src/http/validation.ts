import { say } from '@workbook-data-service/contract/messages';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { type Problem, problem } from '../core/problems.js';

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

export const validatorCompiler: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) =>
  lazyValidator(schema, httpPart === 'body' ? 'strict' : 'textual');

/** PostgreSQL cannot store U+0000 in text, so it is refused on both databases. */
export function refuseNul(body: unknown): void {
  const field = Object.entries(body ?? {}).find(
    ([, value]) => typeof value === 'string' && value.includes('\0'),
  );
  if (!field) return;
  const [name, message] = [field[0], 'must not contain the character U+0000'];
  throw problem('invalid-request', say('body-invalid', { field: name, why: message }), {
    members: { errors: [{ path: `/${name}`, message }] },
  });
}

export function validationProblem(
  part: string,
  errors: readonly (ErrorObject | FastifySchemaValidationError)[],
): Problem {
  const listed = errors
    .slice(0, MAX_ERRORS)
    .map((error) => ({ path: pathOf(error), message: messageOf(error) }));
  const first = listed[0];
  return problem(
    'invalid-request',
    say('input-invalid', { part, path: first?.path || '/', why: first?.message ?? '' }),
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

function messageOf(error: ErrorObject | FastifySchemaValidationError): string {
  const { params } = error as ErrorObject;
  if (error.keyword === 'additionalProperties') return 'is not a known field';
  if (error.keyword === 'required') return 'is required';
  if (error.keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  if (error.keyword === 'discriminator')
    return `must be one of ${tagValues(error as ErrorObject).join(', ')}`;
  if (error.keyword === 'const') return `must be ${String(params.allowedValue)}`;
  return error.message ?? 'is not valid';
}

/** The values of the field that decides between the alternatives. */
function tagValues({ parentSchema, params }: ErrorObject): string[] {
  const alternatives = (parentSchema?.oneOf ?? []) as { properties: Record<string, { const: string }> }[];
  return alternatives.flatMap(({ properties }) => properties[params.tag as string]?.const ?? []);
}
