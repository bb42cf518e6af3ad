/** The surface of a dark page, as `--surface` has it. */
const DARK_SURFACE = '#171c1a';
/** What the shapes of a graphic need beside what is around them (WCAG 1.4.11), and a little more for thin lines. */
const LEAST_CONTRAST = 4;
const STEPS = 20;

type Rgb = readonly number[];

/** The specification with its own colours made lighter where a dark page would swallow them. */
export function inDarkColours<Spec>(spec: Spec): Spec {
  if (Array.isArray(spec)) return spec.map(inDarkColours) as Spec;
  if (typeof spec !== 'object' || spec === null) return spec;
  const entries = Object.entries(spec).map(([name, value]) => {
    // The parts of one shape, such as a box and its median, are told apart as they are.
    if (name === 'mark') return [name, value];
    return [name, name === 'range' || name === 'color' ? readable(value) : inDarkColours(value)];
  });
  return Object.fromEntries(entries) as Spec;
}

function readable(value: unknown): unknown {
  if (typeof value === 'string') return lightened(value);
  return Array.isArray(value) ? value.map(readable) : inDarkColours(value);
}

/** Mixed with as much white as it takes; a colour of another form is left as it is. */
export function lightened(colour: string): string {
  const rgb = rgbOf(colour);
  if (!rgb) return colour;
  const mixed = (share: number) => rgb.map((part) => Math.round(part + (255 - part) * share));
  const shares = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS);
  const share = shares.find((one) => contrastOnDark(mixed(one)) >= LEAST_CONTRAST) ?? 1;
  return share === 0
    ? colour
    : `#${mixed(share)
        .map((part) => part.toString(16).padStart(2, '0'))
        .join('')}`;
}

function rgbOf(colour: string): Rgb | undefined {
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)?.slice(1);
  return parts?.map((part) => Number.parseInt(part, 16));
}

function contrastOnDark(rgb: Rgb): number {
  return (luminance(rgb) + 0.05) / (luminance(rgbOf(DARK_SURFACE) ?? []) + 0.05);
}

/** How light it looks (WCAG 2). */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
