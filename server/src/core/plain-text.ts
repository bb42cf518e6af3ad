/** Markup of HTML and Markdown that shows something else than its text, and addresses that a reader might follow. */
const markup = [
  [/<\/?[a-z!][^<>]*>/gi, ''],
  [/!?\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…'],
  [/\bwww\.\S+/gi, '…'],
  [/\b(?:javascript|data|mailto):\S+/gi, '…'],
] as const;

/**
 * What a program that is not trusted wrote, as one line of plain text: without links, markup, or characters that are
 * invisible or turn the direction of writing.
 */
export function plainText(text: string, longest: number): string {
  // Cut first with room to spare, so that no pattern runs over megabytes.
  const visible = text.slice(0, longest * 4).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
  const plain = markup.reduce((rest, [pattern, shown]) => rest.replace(pattern, shown), visible);
  const line = plain.replace(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`;
}
