/** The bytes that a request asks for; both ends are inclusive. */
interface AskedRange {
  start: number;
  end: number;
}

/**
 * What the header Range asks for of a body of that size: `bytes=0-99`, `bytes=100-` or `bytes=-8`. Undefined for all of it:
 * without the header, and where it has several ranges or another form, as HTTP lets servers do.
 */
export function rangeOf(header: string | undefined, size: number): AskedRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '')
    return Number(to) === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(size - Number(to), 0), end: size - 1 };
  if (to !== '' && Number(to) < Number(from)) return undefined;
  if (Number(from) >= size) return 'unsatisfiable';
  return { start: Number(from), end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
