/** A text that is wider takes several lines anyway. */
const WIDE = 60;

/** The width of the longest line, up to about `most`; Chinese, Japanese and Korean characters are two wide. */
export function textWidth(text: string, most = WIDE): number {
  let widest = 0;
  let width = 0;
  for (let i = 0; i < text.length && widest < most; i++) {
    const code = text.charCodeAt(i);
    width = code === 10 ? 0 : width + characterWidth(code);
    widest = Math.max(widest, width);
  }
  return widest;
}

/** The width of a UTF-16 unit. */
export function characterWidth(code: number): number {
  return isWide(code) ? 2 : 1;
}

/** Characters beyond the first plane are mostly wide too, and count once for each half of their pair. */
function isWide(code: number): boolean {
  return (
    code >= 0x1100 &&
    (code <= 0x115f ||
      (code >= 0x2e80 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xfe30 && code <= 0xfe6f) ||
      (code >= 0xff00 && code <= 0xff60) ||
      (code >= 0xffe0 && code <= 0xffe6))
  );
}
