/**
 * Undefined where the bytes are not in the encoding, or the platform does not support it. A cut sample may
 * end within a character.
 */
export function decodeStrictly(encoding: string, bytes: Buffer, { cut = false } = {}): string | undefined {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const text = decoder.decode(bytes, { stream: cut });
    return decoder.encoding === 'windows-1252' ? withWindowsMarks(text) : text;
  } catch {
    return undefined;
  }
}

const windowsMarks = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Node 20 decodes windows-1252 as ISO-8859-1, which has control characters in these positions. */
function withWindowsMarks(text: string): string {
  return text.replace(
    /[\x80-\x9f]/g,
    (character) => windowsMarks[character.charCodeAt(0) - 0x80] ?? character,
  );
}
