/**
 * DuckDB's parser copies two things: the operand of `case x when …`, once for every WHEN, and a named window,
 * once for every use. Nested or wide they turn a few hundred characters into gigabytes before there is a tree
 * to check, so the size of that tree is estimated from the tokens.
 */
interface Frame {
  operand: number;
  whens: number;
  rest: number;
}

const ignored = /\s+|--[^\n]*/y;
const token =
  /[eE]'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"[^"]*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|(?:[A-Za-z_]|(?!\s)[^\0-\x7f])(?:[\w$]|(?!\s)[^\0-\x7f])*|\d[\w.]*|[\s\S]/y;

/** The approximate number of tokens once the parser has made its copies. */
export function expandedSize(sql: string): number {
  const root: Frame = { operand: 0, whens: 0, rest: 0 };
  const frames: Frame[] = [];
  const windows: { depth: number; from: number }[] = [];
  let depth = 0;
  let uses = 0;

  const top = () => frames.at(-1) ?? root;
  const inOperand = (frame: Frame) => frame !== root && frame.whens === 0;
  const size = () => (inOperand(top()) ? top().operand : top().rest);
  const grow = (by: number) => {
    const frame = top();
    if (inOperand(frame)) frame.operand += by;
    else frame.rest += by;
  };
  const closeWindows = () => {
    for (let last = windows.at(-1); last && depth < last.depth; last = windows.at(-1)) {
      windows.pop();
      grow(Math.max(0, size() - last.from) * uses);
    }
  };

  for (const word of tokens(sql)) {
    grow(1);
    if (word === '(') depth += 1;
    else if (word === ')') {
      depth -= 1;
      closeWindows();
    } else if (word === 'over') uses += 1;
    else if (word === 'window') windows.push({ depth, from: size() });
    else if (word === 'case') frames.push({ operand: 0, whens: 0, rest: 0 });
    else if (word === 'when' && frames.length > 0) top().whens += 1;
    else if (word === 'end') {
      const closed = frames.pop();
      if (closed) grow(closed.operand * Math.max(1, closed.whens) + closed.rest);
    }
  }
  depth = -1;
  closeWindows();
  return frames.reduce((sum, frame) => sum + frame.operand + frame.rest, root.rest);
}

function* tokens(sql: string): Generator<string> {
  let before = '';
  let at = 0;
  while (at < sql.length) {
    if (sql.startsWith('/*', at)) {
      at = afterComment(sql, at);
      continue;
    }
    ignored.lastIndex = at;
    if (ignored.test(sql)) {
      at = ignored.lastIndex;
      continue;
    }
    token.lastIndex = at;
    token.test(sql);
    const end = token.lastIndex;
    const word = sql.slice(at, end).toLowerCase();
    // After a dot or AS even a reserved word is a name.
    yield word !== '(' && (before === '.' || before === 'as') ? `"${word}"` : word;
    before = word;
    at = end;
  }
}

/** Block comments nest, as in PostgreSQL. */
function afterComment(sql: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    if (sql.startsWith('/*', at)) depth += 1;
    else if (sql.startsWith('*/', at)) depth -= 1;
    else {
      at += 1;
      continue;
    }
    at += 2;
  } while (depth > 0 && at < sql.length);
  return at;
}
