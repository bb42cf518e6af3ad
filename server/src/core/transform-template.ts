/** `{{ arg }}` in the code of a transform; nothing else in it is templated. */
export interface Placeholder {
  name: string;
  /** As written, braces included. */
  text: string;
  offset: number;
  /** Counted from 1, as an editor shows them. */
  line: number;
  column: number;
}

const pattern = /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\}\}/g;

export function placeholdersOf(code: string): Placeholder[] {
  return [...code.matchAll(pattern)].map((match) => {
    const before = code.slice(0, match.index).split('\n');
    return {
      name: match[1] as string,
      text: match[0],
      offset: match.index,
      line: before.length,
      column: [...(before.at(-1) ?? '')].length + 1,
    };
  });
}

/**
 * The name under which SQL sees an input: with its braces it is never the name of a table or of a common table
 * expression, and a quoted name takes no more room than its placeholder.
 */
export function inputName(placeholder: string): string {
  return `{${placeholder}}`;
}

/** The variable that holds an input in Python; as short as its placeholder, too. */
export function inputVariable(placeholder: string): string {
  return `_in_${placeholder}`;
}

/** The code as SQL. Each placeholder becomes a name of the same length, so that places in the two agree. */
export function bindSql(code: string): string {
  return bind(code, (name) => `"${inputName(name)}"`);
}

/** The code as Python, with the same care for places. */
export function bindPython(code: string): string {
  return bind(code, inputVariable);
}

/** What is said about the code as SQL or Python, with its own placeholders again; places still agree. */
export function unbind(said: string, code: string): string {
  return placeholdersOf(code).reduce((text, { name, text: placeholder }) => {
    const sql = `"${inputName(name)}"`.padEnd(placeholder.length);
    const python = new RegExp(
      `\\b${inputVariable(name)}\\b {0,${placeholder.length - inputVariable(name).length}}`,
      'g',
    );
    return text.replaceAll(sql, placeholder).replaceAll(python, placeholder);
  }, said);
}

function bind(code: string, textOf: (name: string) => string): string {
  return code.replaceAll(pattern, (text, name: string) => textOf(name).padEnd(text.length));
}
