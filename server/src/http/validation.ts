import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { type Problem, problem } from '../core/problems.js';

const MOST_ERRORS = 20;

/** Bodies mean what they say: no value is coerced. Query strings and form fields are text, so their values are. */
const strict = new Ajv({
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
});
const textual = new Ajv({
  allErrors: true,
  coerceTypes: true,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
});

/** Compiles a schema when it is first met, so that starting does not wait for all of them. */
export function lazyValidator(schema: unknown, kind: 'strict' | 'textual'): ValidateFunction {
  let compiled: ValidateFunction | undefined;
  const validate = (data: unknown): boolean => {
    compiled ??= (kind === 'strict' ? strict : textual).compile(schema as object);
    const valid = compiled(data) as boolean;
    (validate as unknown as ValidateFunction).errors = compiled.errors ?? null;
    return valid;
  };
  return validate as unknown as ValidateFunction;
}

export const validatorCompiler: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) =>
  lazyValidator(schema, httpPart === 'body' ? 'strict' : 'textual');

/** PostgreSQL cannot hold U+0000 in text, so it is refused by name on both databases. */
export function refuseNul(body: unknown): void {
  const field = Object.entries(body ?? {}).find(
    ([, value]) => typeof value === 'string' && value.includes('\0'),
  );
  if (!field) return;
  const [name, message] = [field[0], 'must not hold the character U+0000'];
  throw problem('invalid-request', `The body is not valid: /${name} ${message}.`, {
    members: { errors: [{ path: `/${name}`, message }] },
  });
}

export function validationProblem(
  part: string,
  errors: readonly (ErrorObject | FastifySchemaValidationError)[],
): Problem {
  const listed = errors
    .slice(0, MOST_ERRORS)
    .map((error) => ({ path: pathOf(error), message: messageOf(error) }));
  const first = listed[0];
  return problem('invalid-request', `The ${part} is not valid: ${first?.path || '/'} ${first?.message}.`, {
    members: { errors: listed },
  });
}

function pathOf(error: ErrorObject | FastifySchemaValidationError): string {
  const { params } = error as ErrorObject;
  const member = params.additionalProperty ?? params.missingProperty;
  return member === undefined ? error.instancePath : `${error.instancePath}/${String(member)}`;
}

function messageOf(error: ErrorObject | FastifySchemaValidationError): string {
  const { params } = error as ErrorObject;
  if (error.keyword === 'additionalProperties') return 'is not a known field';
  if (error.keyword === 'required') return 'is required';
  if (error.keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  if (error.keyword === 'const') return `must be ${String(params.allowedValue)}`;
  return error.message ?? 'is not valid';
}
