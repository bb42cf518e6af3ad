import { Kind, type TSchema } from '@sinclair/typebox';
import { namedSchemas } from '@workbook-data-service/contract/schema-names';

export type Json = Record<string, unknown>;

/** TypeBox copies the schema of an optional field, but not the fields in it. */
export const identityOf = (schema: Json): unknown => schema.properties ?? schema.patternProperties ?? schema;

const names = new Map(namedSchemas.map(([name, schema]) => [identityOf(schema), name]));

/** Collects what the operations of a document share, and refers to it by name. */
export class Components {
  readonly schemas: Record<string, Json> = {};

  /** The schema with a reference in place of everything that has a name. */
  schema(schema: TSchema): Json {
    return this.#refer(schema as Json) as Json;
  }

  #refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#refer(item));
    if (typeof value !== 'object' || value === null) return value;
    const name = Kind in value ? names.get(identityOf(value as Json)) : undefined;
    if (name === undefined) return this.#inline(value as Json);
    if (!(name in this.schemas)) {
      // Named before it is entered, so that a schema may hold itself.
      this.schemas[name] = {};
      this.schemas[name] = this.#inline(value as Json);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #inline(schema: Json): Json {
    return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, this.#refer(inner)]));
  }
}
