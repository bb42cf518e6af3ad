import { Kind, type TSchema } from '@sinclair/typebox';
import { exampleOf } from '@workbook-data-service/contract/examples';
import { ProblemBody } from '@workbook-data-service/contract/problems';
import { namedSchemas } from '@workbook-data-service/contract/schema-names';
import { type ProblemSlug, problemKinds } from '../../core/problems.js';
import { type AnswerHeader, answerHeaders } from '../../present/header-catalogue.js';
import { PROBLEM_MEDIA_TYPE } from '../../present/problem.js';

export type Json = Record<string, unknown>;

/** TypeBox copies the schema of an optional field, but not the fields in it. */
export const identityOf = (schema: Json): unknown => schema.properties ?? schema.patternProperties ?? schema;

const names = new Map(namedSchemas.map(([name, schema]) => [identityOf(schema), name]));

function nameOf(value: object): string | undefined {
  return Kind in value ? names.get(identityOf(value as Json)) : undefined;
}

const everyAnswer: AnswerHeader[] = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** Collects what the operations of a document share, and refers to it by name. */
export class Components {
  readonly #schemas: Record<string, Json> = {};
  readonly #responses: Record<string, Json> = {};
  readonly #examples: Record<string, Json> = {};

  /** Everything that was referred to, by kind and sorted by name. */
  collected(): Json {
    return {
      schemas: sorted(this.#schemas),
      responses: sorted(this.#responses),
      examples: sorted(this.#examples),
      headers: answerHeaders,
    };
  }

  /** A JSON body of the schema, with an example of each of its shapes. */
  body(schema: TSchema): Json {
    const shapes = (schema.anyOf as TSchema[] | undefined) ?? [schema];
    const examples = shapes.map((shape) => {
      const name = nameOf(shape);
      if (name === undefined)
        throw new Error('The schema of a body has no name: export it from the contract.');
      this.#examples[name] ??= { value: exampleOf(shape) };
      return [name, { $ref: `#/components/examples/${name}` }];
    });
    return { schema: this.schema(schema), examples: Object.fromEntries(examples) };
  }

  /** The schema with references in place of named schemas. */
  schema(schema: TSchema): Json {
    return this.#refer(schema as Json) as Json;
  }

  headers(more: readonly AnswerHeader[]): Json {
    return Object.fromEntries(
      [...everyAnswer, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    );
  }

  /** The response with one status, for any of these problems. */
  problems(slugs: readonly ProblemSlug[]): Json {
    const name = slugs
      .map((slug) => slug.replaceAll(/(?:^|-)([a-z])/g, (_, c) => c.toUpperCase()))
      .join('Or');
    this.#responses[name] ??= this.#problemResponse(slugs);
    return { $ref: `#/components/responses/${name}` };
  }

  #problemResponse(slugs: readonly ProblemSlug[]): Json {
    const kinds = slugs.map((slug) => ({ slug, ...problemKinds[slug] }));
    const headers: AnswerHeader[] = [
      ...(kinds.some(({ status }) => status === 401) ? (['WWW-Authenticate'] as const) : []),
      ...(kinds.some(({ status }) => status === 429 || status === 503) ? (['Retry-After'] as const) : []),
    ];
    return {
      description: kinds.map(({ slug, title }) => `\`${slug}\`: ${title}`).join('. '),
      headers: this.headers(headers),
      content: {
        [PROBLEM_MEDIA_TYPE]: {
          schema: {
            allOf: [this.schema(ProblemBody)],
            properties: { type: { enum: slugs.map((slug) => `/problems/${slug}`) } },
          },
        },
      },
    };
  }

  #refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#refer(item));
    if (typeof value !== 'object' || value === null) return value;
    const name = nameOf(value);
    if (name === undefined) return this.#inline(value as Json);
    if (!(name in this.#schemas)) {
      // Registered before recursing, so that a schema may contain itself.
      this.#schemas[name] = {};
      this.#schemas[name] = this.#inline(value as Json);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #inline(schema: Json): Json {
    const inlined = Object.fromEntries(
      Object.entries(schema).map(([key, inner]) => [key, this.#refer(inner)]),
    );
    return 'discriminator' in schema
      ? { ...inlined, discriminator: mappedDiscriminator(schema, inlined) }
      : inlined;
  }
}

/** Without a mapping a generator takes the names of the schemas for the values of the field. */
function mappedDiscriminator({ discriminator, oneOf }: Json, { oneOf: references }: Json): Json {
  const { propertyName } = discriminator as { propertyName: string };
  const values = (oneOf as TSchema[]).map(({ properties }) => properties[propertyName].const as string);
  const mapping = values.map((value, i) => [value, (references as { $ref: string }[])[i]?.$ref]);
  return { propertyName, mapping: Object.fromEntries(mapping) };
}

function sorted<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
