/** Where characters of which each is about a token begin: kana, kanji, hangul and full-width forms. */
const FIRST_WIDE = 0x2e80;
/** Argued: what tokenizers of today make of English and of numbers is four characters long on average. */
const CHARACTERS_A_TOKEN = 4;

/** About how many tokens a text is; good enough for a bound, and the same for every model. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= FIRST_WIDE) wide++;
  return Math.ceil(wide + (text.length - wide) / CHARACTERS_A_TOKEN);
}

/** The first lines that are within a number of tokens, and how many are left out. */
export function withinTokens(
  lines: readonly string[],
  maxTokens: number,
): { kept: string[]; leftOut: number; tokens: number } {
  let tokens = 0;
  const kept: string[] = [];
  for (const line of lines) {
    const own = estimateTokens(`${line}\n`);
    if (tokens + own > maxTokens) break;
    tokens += own;
    kept.push(line);
  }
  return { kept, leftOut: lines.length - kept.length, tokens };
}
