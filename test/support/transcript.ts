import type { Agent, ToolResult } from './agent.js';

const WIDTH = 110;
const MAX_ITEMS = 6;
const LONGEST_WORD = 40;

/** What a transcript shows of an answer. */
type Shown = (body: ToolResult['body'], content: ToolResult['content']) => unknown;

/** The calls of an agent, written down as Markdown while they are made. */
export class Transcript {
  readonly #parts: string[] = [];

  /** `aliases` take the place of ids and addresses, which differ from run to run. */
  constructor(readonly aliases: Record<string, string>) {}

  heading(text: string): void {
    this.#parts.push(`### ${text}`);
  }

  ask(text: string): void {
    this.#parts.push(wrapped(text).replaceAll(/^/gm, '> '));
  }

  say(text: string): void {
    this.#parts.push(wrapped(text));
  }

  /** Calls a tool of one workbook, whose id is left out of what is shown. */
  async call(agent: Agent, tool: string, input: Record<string, unknown>, shown: Shown): Promise<ToolResult> {
    const result = await agent.call(tool, input);
    const { workbook_id: _, ...visible } = input;
    const lines = [tool, ...fieldsOf(visible, '  '), ...answerOf(shown(result.body, result.content))];
    this.#parts.push(['```text', ...lines, '```'].join('\n'));
    return result;
  }

  toString(): string {
    const text = this.#parts.join('\n\n');
    return Object.entries(this.aliases).reduce((page, [from, to]) => page.replaceAll(from, to), text);
  }
}

function answerOf(shown: unknown): string[] {
  const [first = '', ...others] =
    typeof shown === 'object' && shown !== null ? fieldsOf(shown, '  ') : [`  ${shown}`];
  return [`→ ${first.slice(2)}`, ...others];
}

/** Each field on a line of its own, its text bare: SQL is easier to read without quotes. */
function fieldsOf(fields: object, indent: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const start = `${indent}${name}: `;
    if (typeof value === 'string')
      return cut(value)
        .split('\n')
        .map(after(start, ' '.repeat(start.length)));
    const line = start + oneLine(value);
    if (line.length <= WIDTH || typeof value !== 'object' || value === null) return [line];
    return [`${indent}${name}:`, ...nested(value, `${indent}  `)];
  });
}

/** Items of a list, or fields of an object, that do not fit into one line together. */
function nested(value: object, indent: string): string[] {
  if (!Array.isArray(value)) return fieldsOf(value, indent);
  const more = value.length - MAX_ITEMS;
  const items = value.slice(0, MAX_ITEMS).flatMap((item) => {
    const line = `${indent}- ${oneLine(item)}`;
    if (line.length <= WIDTH || typeof item !== 'object' || item === null) return [line];
    return nested(item, `${indent}  `).map((field, at) =>
      at === 0 ? `${indent}- ${field.trimStart()}` : field,
    );
  });
  return more > 0 ? [...items, `${indent}… ${more} more`] : items;
}

/** As JSON with a space after each comma and colon. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${oneLine(field)}`);
  return `{${fields.join(', ')}}`;
}

const after = (first: string, others: string) => (line: string, at: number) =>
  (at === 0 ? first : others) + line;

/** The bytes of a file are not for reading. */
const cut = (text: string): string =>
  text.replaceAll(/[A-Za-z0-9+/=]{200,}/g, (word) => `${word.slice(0, LONGEST_WORD)}…`);

function wrapped(text: string): string {
  return text.replaceAll(/(.{1,118})(?: |$)/g, '$1\n').trimEnd();
}
