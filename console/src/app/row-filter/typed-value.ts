const trueWords = new Set(['true', 'yes', '1', 'on', '✓', 'はい', '真', '○']);
const falseWords = new Set(['false', 'no', '0', 'off', '✗', 'いいえ', '偽', '×']);

/**
 * What a typed or pasted text means in a column, as people write it in a spreadsheet. What makes no sense goes to the
 * service as it is, which refuses it with a reason.
 */
export function typedValue(text: string | null, type: string): unknown {
  if (text === null) return null;
  if (type === 'VARCHAR') return text;
  // Digits, signs and spaces of Japanese input methods are those of ASCII here.
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  if (type === 'BOOLEAN') return booleanOf(plain) ?? text;
  if (type === 'DATE') return dateOf(plain) ?? text;
  if (type.startsWith('TIMESTAMP')) return timestampOf(plain) ?? text;
  if (type === 'JSON') return jsonOf(text);
  if (type === 'TIME') return /^\d:\d\d/.test(plain) ? `0${plain}` : plain;
  return numberOf(plain) ?? text;
}

function booleanOf(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (trueWords.has(word)) return true;
  return falseWords.has(word) ? false : undefined;
}

/** As text, so that no digit is lost. */
function numberOf(text: string): string | undefined {
  const isNegative = /^\(.*\)$/.test(text) || /^[-−△▲]/.test(text);
  const bare = text.replace(/^[-−△▲(+]+|\)$/g, '').replace(/^[¥$€£\\]\s*|\s*円$/g, '');
  const percent = /^(.*)%$/.exec(bare);
  const digits = (percent?.[1] ?? bare).trim();
  if (!/^(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?(e[+-]?\d+)?$/i.test(digits) || !/\d/.test(digits)) return undefined;
  const number = digits.replaceAll(',', '');
  return `${isNegative ? '-' : ''}${percent ? String(Number(number) / 100) : number}`;
}

function dateOf(text: string): string | undefined {
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text);
  return parts ? `${parts[1]}-${two(parts[2])}-${two(parts[3])}` : undefined;
}

function timestampOf(text: string): string | undefined {
  const [day = '', time = '00:00', ...rest] = text.replace(/(\d)T(\d)/, '$1 $2').split(/\s+/);
  const date = dateOf(day);
  return date && rest.length === 0 ? `${date}T${/^\d:/.test(time) ? `0${time}` : time}` : undefined;
}

const two = (digits = ''): string => digits.padStart(2, '0');

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
