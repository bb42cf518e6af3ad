import type { HeaderLabel } from './read-header.js';

const era = /^(?:明治|大正|昭和|平成|令和)$/;
const yearOfEra = /^(?:\d{1,2}|元)年度?$/;

/** `平成` over `30年` is 平成30年. */
export function joinEras(labels: readonly HeaderLabel[]): HeaderLabel[] {
  const plain = ({ text }: HeaderLabel) => text.normalize('NFKC').replaceAll(/\s/g, '');
  const isJoined = (at: number) => {
    const [above, label] = [labels[at - 1], labels[at]];
    return (
      above !== undefined && label !== undefined && era.test(plain(above)) && yearOfEra.test(plain(label))
    );
  };
  return labels.flatMap((label, at) => {
    if (isJoined(at + 1)) return [];
    return isJoined(at)
      ? [{ ...label, text: `${plain(labels[at - 1] as HeaderLabel)}${plain(label)}` }]
      : [label];
  });
}

/** `(2018)` below 平成30年 says nothing more. */
export function isSameYear(text: string, year: number | undefined): boolean {
  const stated = /^\(((?:18|19|20)\d\d)年?\)$/.exec(text.normalize('NFKC').trim())?.[1];
  return stated !== undefined && Number(stated) === year;
}
