import { LABEL_SIZE } from './chart-theme.js';

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const opening = /[(（「『【[<]/u;

/** About how many pixels a text takes: full-width characters are as wide as they are high. */
export function textWidth(text: string, size = LABEL_SIZE): number {
  let ems = 0;
  for (const character of text)
    ems += wide.test(character) ? 1 : character >= 'A' && character <= 'Z' ? 0.66 : 0.56;
  return ems * size;
}

interface FittedLabels {
  /** By label; lines are separated by line breaks. */
  lines: Map<string, string>;
  /** Whether the labels stand upright beside each other; otherwise they are turned. */
  isUpright: boolean;
}

const MAX_LINES = 3;
export const LINE_HEIGHT = 13;

interface LabelsBeside {
  axis: { labelLimit: number; values: string[] };
  /** By label; lines are separated by line breaks. */
  lines: Map<string, string>;
}

/** Labels below each other beside the plot, `band` pixels apart: in as many lines as have room, or else only some of them. */
export function fitBeside(
  labels: readonly string[],
  { band, limit, isBroken = true }: { band: number; limit: number; isBroken?: boolean },
): LabelsBeside {
  const maxLines = isBroken ? Math.min(Math.floor(band / LINE_HEIGHT), MAX_LINES) : 1;
  const lines = labels.flatMap((label): [string, string][] => {
    const broken = breakLines(label, limit) ?? [label];
    return broken.length > 1 && broken.length <= maxLines ? [[label, broken.join('\n')]] : [];
  });
  const byLabel = new Map(lines);
  const shown = everyNth(labels, LINE_HEIGHT / 1.1 / band);
  return {
    axis: { labelLimit: Math.round(limit), values: shown.map((label) => byLabel.get(label) ?? label) },
    lines: byLabel,
  };
}

/** As many labels as have room, evenly. */
export function everyNth<Label>(labels: readonly Label[], needed: number): Label[] {
  const step = Math.max(Math.ceil(needed), 1);
  return labels.filter((_, i) => i % step === 0);
}

export function widest(labels: readonly string[]): number {
  return labels.reduce((most, label) => Math.max(most, textWidth(label)), 0);
}

/** Breaks labels into lines so that they fit side by side, if they do. */
export function fitLabels(labels: readonly string[], width: number): FittedLabels {
  const lines = new Map<string, string>();
  for (const label of labels) {
    const broken = breakLines(label, width);
    if (!broken || broken.length > MAX_LINES) return { lines: new Map(), isUpright: false };
    lines.set(label, broken.join('\n'));
  }
  return { lines, isUpright: true };
}

/** Lines of about equal length, none wider than `width`; undefined if that is impossible. */
export function breakLines(text: string, width: number): string[] | undefined {
  if (textWidth(text) <= width) return [text];
  const parts = partsOf(text, width);
  if (!parts) return undefined;
  const lines = fill(parts, width);
  const least = textWidth(text) / lines.length;
  for (let narrower = least; narrower < width; narrower += LABEL_SIZE) {
    const balanced = fill(parts, narrower);
    if (balanced.length === lines.length) return balanced;
  }
  return lines;
}

function fill(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && textWidth((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return [...lines, line.trimEnd()];
}

const words = new Intl.Segmenter('ja', { granularity: 'word' });

/** The words of a text, each with what follows it; a full-width word that is too wide may break anywhere. */
function partsOf(text: string, width: number): string[] | undefined {
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = parts.at(-1) ?? ' ';
    const closes = !isWordLike && !opening.test(segment) && (segment.trim() === '' || !last.endsWith(' '));
    if (parts.length > 0 && (closes || opening.test(last.at(-1) ?? ''))) parts[parts.length - 1] += segment;
    else parts.push(segment);
  }
  const fitting = parts.flatMap((part) =>
    textWidth(part.trimEnd()) > width && wide.test(part) ? [...part] : [part],
  );
  return fitting.some((part) => textWidth(part.trimEnd()) > width) ? undefined : fitting;
}
