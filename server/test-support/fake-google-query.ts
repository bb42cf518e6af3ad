/** What a search query of Google Drive can ask about a file. */
interface Searchable {
  name: string;
  mimeType: string;
  trashed: boolean;
  parents: readonly string[];
}

type Condition = (file: Searchable) => boolean;
/** A quoted text, or a word or sign of the language. */
type Token = { text: string } | { word: string };

const token = /\s*(?:'(?<text>(?:[^'\\]|\\['\\])*)'|(?<word>[A-Za-z]+|[()=]))/y;

/** The meaning of a `q` parameter; undefined where Google would answer 400. */
export function parseGoogleQuery(q: string): Condition | undefined {
  try {
    return new QueryParser(tokensOf(q)).whole();
  } catch {
    return undefined;
  }
}

function tokensOf(q: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < q.trimEnd().length) {
    const match = token.exec(q);
    if (!match) throw new Error('Invalid Value');
    const { text, word = '' } = match.groups ?? {};
    tokens.push(text === undefined ? { word } : { text: text.replaceAll(/\\(.)/g, '$1') });
  }
  return tokens;
}

class QueryParser {
  readonly #tokens: Token[];
  #at = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  whole(): Condition {
    const condition = this.#any();
    if (this.#at < this.#tokens.length) throw new Error('Invalid Value');
    return condition;
  }

  #any(): Condition {
    const parts = [this.#all()];
    while (this.#takes('or')) parts.push(this.#all());
    return (file) => parts.some((part) => part(file));
  }

  #all(): Condition {
    const parts = [this.#one()];
    while (this.#takes('and')) parts.push(this.#one());
    return (file) => parts.every((part) => part(file));
  }

  #one(): Condition {
    if (this.#takes('(')) {
      const inner = this.#any();
      this.#expect(')');
      return inner;
    }
    const first = this.#next();
    if ('text' in first) {
      this.#expect('in');
      this.#expect('parents');
      return ({ parents }) => parents.includes(first.text);
    }
    return this.#comparison(first.word);
  }

  #comparison(field: string): Condition {
    if (field === 'trashed') {
      this.#expect('=');
      const { word } = this.#next() as { word: string };
      return ({ trashed }) => String(trashed) === word;
    }
    if (field === 'mimeType') {
      this.#expect('=');
      const wanted = this.#text();
      return ({ mimeType }) => mimeType === wanted;
    }
    if (field !== 'name') throw new Error('Invalid Value');
    this.#expect('contains');
    return containing(this.#text());
  }

  #text(): string {
    const next = this.#next();
    if (!('text' in next)) throw new Error('Invalid Value');
    return next.text;
  }

  #next(): Token {
    const next = this.#tokens[this.#at++];
    if (!next) throw new Error('Invalid Value');
    return next;
  }

  #takes(word: string): boolean {
    const next = this.#tokens[this.#at];
    if (!next || !('word' in next) || next.word !== word) return false;
    this.#at++;
    return true;
  }

  #expect(word: string): void {
    if (!this.#takes(word)) throw new Error('Invalid Value');
  }
}

/** Google finds the beginnings of words only. */
function containing(wanted: string): Condition {
  const text = wanted.toLowerCase();
  const isLetter = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '');
  return ({ name }) => {
    const lower = name.toLowerCase();
    for (let at = lower.indexOf(text); at >= 0; at = lower.indexOf(text, at + 1))
      if (!isLetter(lower[at - 1])) return true;
    return false;
  };
}
