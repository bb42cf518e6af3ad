import { expect, it } from 'vitest';
import { parseRelationships, relsNameOf, resolveTarget } from './relationships.js';

it('reads the relationships of a part, transitional and strict alike', () => {
  const xml = `<Relationships>
    <Relationship Id="rId1" Target="sheet1.xml" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"/>
    <Relationship Id="rId2" Target="styles.xml" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/styles"/>
    <Relationship Id="rId3" Target="http://x.org/?a=1&amp;b=2" Type="hyperlink" TargetMode="External"/>
  </Relationships>`;
  expect(parseRelationships('.rels', Buffer.from(xml))).toEqual([
    { id: 'rId1', type: 'worksheet', target: 'sheet1.xml', external: false },
    { id: 'rId2', type: 'styles', target: 'styles.xml', external: false },
    { id: 'rId3', type: 'hyperlink', target: 'http://x.org/?a=1&b=2', external: true },
  ]);
});

it.each([
  ['xl/workbook.xml', 'worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml'],
  ['xl/workbook.xml', './styles.xml', 'xl/styles.xml'],
  ['xl/workbook.xml', '/xl/styles.xml', 'xl/styles.xml'],
  ['xl/workbook.xml', '//xl//styles.xml', 'xl/styles.xml'],
  ['xl/workbook.xml', 'worksheets\\sheet1.xml', 'xl/worksheets/sheet1.xml'],
  ['xl/workbook.xml', 'my%20sheet.xml', 'xl/my sheet.xml'],
  ['xl/workbook.xml', '100%.xml', 'xl/100%.xml'],
  ['xl/worksheets/sheet1.xml', '../comments1.xml', 'xl/comments1.xml'],
  ['xl/worksheets/sheet1.xml', '../../../../etc/passwd', 'etc/passwd'],
  ['xl/worksheets/sheet1.xml', '%2e%2e/%2e%2e/%2e%2e/a.xml', 'a.xml'],
  ['', 'xl/workbook.xml', 'xl/workbook.xml'],
])('resolves, relative to "%s", "%s" to "%s"', (partName, target, expected) => {
  expect(resolveTarget(partName, target)).toBe(expected);
});

it('locates the relationships of a part', () => {
  expect(relsNameOf('xl/worksheets/sheet1.xml')).toBe('xl/worksheets/_rels/sheet1.xml.rels');
  expect(relsNameOf('workbook.xml')).toBe('_rels/workbook.xml.rels');
  expect(relsNameOf('')).toBe('_rels/.rels');
});
