import { nameOf } from '../xml/names.js';
import { withAttribute } from './tag-attributes.js';
import { spliceBytes, type XmlSplicer } from './xml-splicer.js';

const WORKBOOK_DEPTH = 1;
const CALCULATION = nameOf('calcPr');
const RELATIONSHIP = nameOf('Relationship');
const OVERRIDE = nameOf('Override');
const [TYPE, PART_NAME] = [nameOf('Type'), nameOf('PartName')];

/** The elements that may follow the calculation settings of a workbook, whose order is fixed. */
const later = new Set(
  [
    'oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing',
    'fileRecoveryPr webPublishObjects extLst',
  ].flatMap((line) => line.split(' ').map(nameOf)),
);

/** The workbook part with the request to recalculate on opening: results in the file may be stale. */
export async function calculatedOnLoad(name: string, bytes: Buffer): Promise<Buffer> {
  let depth = 0;
  let isOrdered = false;
  return await spliceBytes(name, bytes, (splicer) => {
    const orderBefore = () => {
      if (!isOrdered) splicer.insertBefore(`<${splicer.prefix}calcPr fullCalcOnLoad="1"/>`);
      isOrdered = true;
    };
    return {
      open(element) {
        if (depth === WORKBOOK_DEPTH && element === CALCULATION) {
          splicer.replaceTag(withAttribute(splicer.tag, 'fullCalcOnLoad', '1'));
          isOrdered = true;
        } else if (depth === WORKBOOK_DEPTH && later.has(element)) orderBefore();
        depth++;
      },
      close() {
        depth--;
        if (depth === 0) orderBefore();
      },
    };
  });
}

/** Relationships without the calculation chain, which Excel rebuilds if it is missing. */
export async function withoutCalcChainLink(name: string, bytes: Buffer): Promise<Buffer> {
  return await spliceBytes(name, bytes, (splicer) =>
    dropElements(splicer, RELATIONSHIP, (text) => text(TYPE)?.endsWith('/calcChain') === true),
  );
}

/** Content types without that of one part. */
export async function withoutContentType(name: string, bytes: Buffer, part: string): Promise<Buffer> {
  const dropped = `/${part}`.toLowerCase();
  return await spliceBytes(name, bytes, (splicer) =>
    dropElements(splicer, OVERRIDE, (text) => text(PART_NAME)?.toLowerCase() === dropped),
  );
}

function dropElements(
  splicer: XmlSplicer,
  name: number,
  isDropped: (attribute: (name: number) => string | undefined) => boolean,
) {
  let dropping = false;
  return {
    open(element: number, tag: { text(name: number): string | undefined }) {
      if (element !== name || !isDropped((attribute) => tag.text(attribute))) return;
      dropping = true;
      splicer.drop();
    },
    close(element: number) {
      if (element !== name || !dropping) return;
      dropping = false;
      splicer.resume('');
    },
  };
}
