import { LABEL_SIZE } from './chart-theme.js';

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const breakable = /[\s\-/・、,。_)）]/u;

/** About how many pixels a text takes: full-width characters are as wide as they are high. */
export function textWidth(text: string, size = LABEL_SIZE): number {
  let ems = 0;
  for (const character of text)
    ems += wide.test(character) ? 1 : character >= 'A' && character <= 'Z' ? 0.66 : 0.56;
  return ems * size;
}

export interface FittedLabels {
  /** By label; lines are separated by line breaks. */
  lines: Map<string, string>;
  /** Whether the labels stand upright beside each other; otherwise they are turned. */
  isUpright: boolean;
}

const MOST_LINES = 3;

/** Breaks labels into lines so that they fit side by side, if they do. */
export function fitLabels(labels: readonly string[], width: number): FittedLabels {
  const lines = new Map<string, string>();
  for (const label of labels) {
    const broken = breakLines(label, width);
    if (!broken || broken.length > MOST_LINES) return { lines: new Map(), isUpright: false };
    lines.set(label, broken.join('\n'));
  }
  return { lines, isUpright: true };
}

/** Lines no wider than `width`: between words, and anywhere between full-width characters. Undefined if it is impossible. */
export function breakLines(text: string, width: number): string[] | undefined {
  if (textWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const part of partsOf(text)) {
    if (textWidth(part.trimEnd()) > width) return undefined;
    if (line !== '' && textWidth((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return [...lines, line.trimEnd()];
}

/** The pieces between which a line may break. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of text) {
    if (wide.test(character) && part !== '' && !breakable.test(character)) {
      parts.push(part);
      part = '';
    }
    part += character;
    if (wide.test(character) || breakable.test(character)) {
      parts.push(part);
      part = '';
    }
  }
  return part === '' ? parts : [...parts, part];
}
