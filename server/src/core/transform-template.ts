/** `{{ arg }}` in the code of a transform; nothing else in it is templated. */
interface Placeholder {
  name: string;
  /** As written, braces included. */
  text: string;
  offset: number;
  /** Counted from 1, as in an editor. */
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
 * The name of an input in SQL: with its braces it is never the name of a table or of a common table
 * expression, and quoted it is no longer than its placeholder.
 */
export function inputName(placeholder: string): string {
  return `{${placeholder}}`;
}

/** The Python variable of an input; also no longer than its placeholder. */
export function inputVariable(placeholder: string): string {
  return `_in_${placeholder}`;
}

/**
 * The code as SQL. Each placeholder becomes a name of the same length, so that positions in the two agree.
 */
export function bindSql(code: string): string {
  return bind(code, (name) => `"${inputName(name)}"`);
}

/** The code as Python, with positions kept in the same way. */
export function bindPython(code: string): string {
  return bind(code, inputVariable);
}

/** A message about the bound code with the original placeholders; positions still agree. */
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
