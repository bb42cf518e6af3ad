/** An opening tag with its attributes. Vega writes double quotes, and escapes those in values. */
const openingTag = /<[a-z][\w:.-]*(?:\s+[\w:.-]+="[^"]*")+\s*\/?>/gi;
const attribute = /(\s)([\w:.-]+)="([^"]*)"/g;

/** What a picture needs: where things are, and colours. */
const functions = new Set(
  'translate scale rotate matrix skewX skewY rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc'.split(
    ' ',
  ),
);
const functionCall = /([\w-]*)\(\s*(?:&quot;|&apos;|['"])?([^)]?)/g;

/**
 * Takes out every address that a browser would open for a picture. A cell may be a colour, and a colour such as
 * `url(https://…)` names a file, also with letters written as escapes.
 */
export function withoutAddresses(svg: string): string {
  return svg.replaceAll(openingTag, (tag) =>
    tag.replaceAll(attribute, (whole, space: string, name: string, value: string) =>
      isText(name) || isHarmless(value) ? whole : `${space}${name}="none"`,
    ),
  );
}

/** What is read out, and the names of vocabularies, which nothing opens. */
const isText = (name: string): boolean => name.startsWith('aria-') || name.startsWith('xmlns');

function isHarmless(value: string): boolean {
  if (value.includes('\\')) return false;
  for (const [, name = '', first] of value.matchAll(functionCall))
    if (!functions.has(name) && !(name === 'url' && first === '#')) return false;
  return true;
}
