/** As much of an OpenAPI document as the generator looks at. */
export interface Document {
  [member: string]: unknown;
  paths: Record<string, Record<string, object>>;
  components: Record<string, Record<string, object>>;
}

export function withoutFailures(document: Document): Document;
export function operationsSource(document: Document): string;
export function problemsSource(document: Document): string;
