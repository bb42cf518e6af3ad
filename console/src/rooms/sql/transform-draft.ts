import type { Transform, TransformRequest } from '@workbook-data-service/client/api';

/** A transform while it is written. */
export interface TransformDraft {
  name: string;
  kind: 'sql' | 'python';
  code: string;
  /** Tables by placeholder, also of placeholders that the code has no longer. */
  args: Record<string, string>;
  output: string;
  key: string;
  description: string;
}

const beginnings = {
  sql: 'select *\nfrom {{ input }}',
  python: '# Rows are dicts; `output` becomes the table.\noutput = [row for row in {{ input }}]',
};

export function emptyDraft(kind: 'sql' | 'python'): TransformDraft {
  return { name: '', kind, code: beginnings[kind], args: {}, output: '', key: '', description: '' };
}

export function draftOf({ name, kind, code, args, output, key, description }: Transform): TransformDraft {
  return {
    name,
    kind,
    code: code ?? '',
    args: args as Record<string, string>,
    output,
    key: key?.join(', ') ?? '',
    description: description ?? '',
  };
}

/** The placeholders of the code, each once. */
export function placeholdersOf(code: string): string[] {
  const found = code.matchAll(/\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\}\}/g);
  return [...new Set([...found].map(([, name]) => name as string))];
}

/** The table that a placeholder stands for: the chosen one, or the one with its name. */
export function tableOf(placeholder: string, { args }: TransformDraft, tables: readonly string[]): string {
  return args[placeholder] ?? tables.find((table) => table === placeholder) ?? '';
}

export function requestOf(draft: TransformDraft, tables: readonly string[]): TransformRequest {
  const { name, kind, code, output, description } = draft;
  const words = placeholdersOf(code).map((word) => [word, tableOf(word, draft, tables)] as const);
  const key = draft.key
    .split(/[,、]/)
    .map((column) => column.trim())
    .filter((column) => column !== '');
  return {
    name: name === '' ? output : name,
    kind,
    code,
    args: Object.fromEntries(words.filter(([, table]) => table !== '')),
    output,
    ...(key.length > 0 && { key }),
    ...(description !== '' && { description }),
  };
}
