/** A tag, such as `<calcPr calcId="1"/>`, with an attribute set or replaced. */
export function withAttribute(tag: string, name: string, value: string): string {
  const pattern = patternOf(name);
  if (pattern.test(tag)) return tag.replace(pattern, (_, start, quote) => `${start}${quote}${value}${quote}`);
  return tag.replace(/\s*(\/?>)$/, (_, end) => ` ${name}="${value}"${end}`);
}

export function withoutAttribute(tag: string, name: string): string {
  return tag.replace(patternOf(name), '');
}

function patternOf(name: string): RegExp {
  return new RegExp(`(\\s${name}\\s*=\\s*)(["'])(.*?)\\2`, 's');
}
