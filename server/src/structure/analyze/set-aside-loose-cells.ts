import type { SheetRegion } from '../regions/region.js';

/** Longer columns of values are lists. */
const mostRows = 10;

/** Makes notes of a few values below each other that have no name, where the sheet has tables with a header. */
export function setAsideLooseCells(regions: readonly SheetRegion[]): SheetRegion[] {
  const first = regions.find((region) => hasHeader(region) && region.range.left < region.range.right);
  if (!first) return [...regions];
  return regions.map((region) =>
    isLoose(region) ? { ...region, kind: region.range.top < first.range.top ? 'title' : 'note' } : region,
  );
}

const hasHeader = ({ kind, range, roles }: SheetRegion) =>
  kind === 'data' && roles.slice(range.top, range.bottom + 1).includes('header');

function isLoose(region: SheetRegion): boolean {
  const { kind, range, fields } = region;
  return (
    kind === 'data' &&
    fields === undefined &&
    range.left === range.right &&
    range.bottom - range.top < mostRows &&
    !isNamedList(region)
  );
}

const isNamedList = (region: SheetRegion) =>
  hasHeader(region) &&
  region.roles
    .slice(region.range.top, region.range.bottom + 1)
    .some((role) => role !== 'header' && role !== 'empty');
