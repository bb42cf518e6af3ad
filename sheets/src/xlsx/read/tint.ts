/** Makes a colour lighter (up to 1, white) or darker (down to -1, black) and keeps its hue, as Excel does. */
export function addTint(rgb: string, tint: number): string {
  const { hue, saturation, lightness } = toHsl(rgb);
  const tinted = tint < 0 ? lightness * (1 + tint) : lightness * (1 - tint) + tint;
  return toRgb({ hue, saturation, lightness: tinted });
}

/** All from 0 to 1. */
interface Hsl {
  hue: number;
  saturation: number;
  lightness: number;
}

function toHsl(rgb: string): Hsl {
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const spread = most - least;
  const lightness = (most + least) / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  const sixths =
    most === red
      ? (green - blue) / spread + 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return { hue: (sixths % 6) / 6, saturation, lightness };
}

function toRgb({ hue, saturation, lightness }: Hsl): string {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const position = (offset + hue * 12) % 12;
    const value = lightness - spread * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return (channel(0) + channel(8) + channel(4)).toUpperCase();
}
