import {
  type Completion,
  type CompletionContext,
  ifNotIn,
  snippetCompletion,
} from '@codemirror/autocomplete';
import { SQLDialect, type SQLNamespace, sql } from '@codemirror/lang-sql';
import { type Diagnostic, linter } from '@codemirror/lint';
import type { Extension, Text } from '@codemirror/state';
import { sqlFunctions } from '../../app/sql/duckdb-functions.js';
import { quotedName } from '../../app/sql/sql-tokens.js';

const words = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Of DuckDB, as far as a SELECT has them. */
const duckDb = SQLDialect.define({
  keywords: words(`
    all and anti any array as asc asof between by case cast collate cross current cube desc distinct else end except
    exclude exists fetch filter first following for from full glob group grouping having ilike in inner intersect
    interval is isnull join lambda last lateral left like limit natural not notnull nulls offset on or order outer over
    partition pivot positional preceding qualify range recursive replace respect right rollup row rows sample select
    semi sets similar some struct then ties to try_cast unbounded union unpivot using values when where window with
    within true false null coalesce`),
  types: words(`
    bigint blob boolean bool char date decimal double float hugeint integer int json numeric real smallint text time
    timestamp timestamptz tinyint ubigint uinteger usmallint utinyint uuid varchar`),
  builtin: sqlFunctions.map(({ name }) => name).join(' '),
  operatorChars: '*+-%<>!=&|~^/:',
  specialVar: '$?',
  identifierQuotes: '"',
  caseInsensitiveIdentifiers: true,
});

interface SqlTable {
  name: string;
  columns: { name: string; type: string }[];
}

/** What is wrong at a place of the text, both counted from 1. */
export interface SqlFault {
  message: string;
  line?: number | undefined;
  column?: number | undefined;
}

/** SQL with the tables and columns of a workbook to complete, checked while it is typed. */
export function sqlLanguage(
  tables: readonly SqlTable[],
  check: (sql: string, signal: AbortSignal) => Promise<SqlFault[]>,
): Extension {
  let checking = new AbortController();
  return [
    sql({ dialect: duckDb, schema: schemaOf(tables), keywordCompletion: wordCompletion }),
    duckDb.language.data.of({
      autocomplete: ifNotIn(['QuotedIdentifier', 'String', 'LineComment', 'BlockComment', '.'], (context) =>
        columnsToComplete(context, tables),
      ),
    }),
    linter(
      async ({ state: { doc } }) => {
        checking.abort();
        checking = new AbortController();
        const faults = await check(doc.toString(), checking.signal).catch(() => []);
        return faults.flatMap((fault) => diagnosticOf(doc, fault) ?? []);
      },
      { delay: 500 },
    ),
  ];
}

const columnCompletion = ({ name, type }: SqlTable['columns'][number]): Completion => ({
  label: name,
  apply: quotedName(name),
  detail: type,
  type: 'property',
});

function schemaOf(tables: readonly SqlTable[]): SQLNamespace {
  return Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map(columnCompletion)]));
}

const signatures = new Map(sqlFunctions.map(({ name, signature }) => [name, signature]));

const usedMost = new Set(['avg', 'count', 'date_trunc', 'max', 'min', 'round', 'sum']);

/** Functions come with their arguments, and with brackets around the cursor. */
function wordCompletion(label: string, type: string): Completion {
  const signature = signatures.get(label);
  if (signature === undefined) return { label, type, boost: -1 };
  return snippetCompletion(`${label}(\${})`, {
    label,
    detail: signature.slice(label.length),
    type: 'function',
    boost: usedMost.has(label) ? 1 : 0,
  });
}

/** Columns of the tables that the statement names, or of all while it names none. */
function columnsToComplete(context: CompletionContext, tables: readonly SqlTable[]) {
  const word = context.matchBefore(/(?<![.\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*/u);
  if (!word && !context.explicit) return null;
  const text = context.state.doc.toString().toLowerCase();
  const named = tables.filter(({ name }) => text.includes(name.toLowerCase()));
  const columns = (named.length > 0 ? named : tables).flatMap((table) => table.columns);
  const options = columns.map((column) => ({ ...columnCompletion(column), boost: named.length > 0 ? 2 : 1 }));
  return { from: word?.from ?? context.pos, options };
}

/** From the place of a fault to the end of the word there; nothing is marked where the place is not known. */
export function diagnosticOf(doc: Text, { message, line, column = 1 }: SqlFault): Diagnostic | undefined {
  if (line === undefined || line < 1 || line > doc.lines) return undefined;
  const { from: start, to: end, text } = doc.line(line);
  const before = [...text].slice(0, column - 1).join('');
  const from = Math.min(start + before.length, end);
  const word = /^(?:"[^"]*"|[\p{L}\p{N}_]+|.)/u.exec(text.slice(from - start))?.[0] ?? '';
  return { from, to: from + word.length, severity: 'error', message };
}

/** The engine quotes the line and points at the place, which the editor shows better. */
export function withoutQuote(message: string): string {
  return message.replace(/\s*^LINE \d+: [\s\S]*$/m, '');
}
