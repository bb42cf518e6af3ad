/** A function for each endpoint, under the name of its operation in the OpenAPI document, and all types in it. */
export * from './generated/operations.js';
export type * from './generated/types.js';
