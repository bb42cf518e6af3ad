/** Where blanks are rare: ASCII, and all that follows the ideographic space except for the byte order mark. */
export function isVisible(code: number): boolean {
  return code > 0x20 && (code < 0x7f || (code > 0x3000 && code !== 0xfeff));
}
