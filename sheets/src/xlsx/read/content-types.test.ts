import { expect, it } from 'vitest';
import { ContentTypes } from './content-types.js';

it('finds a part by its name before its extension, whatever the case', () => {
  const types = ContentTypes.parse(
    '[Content_Types].xml',
    Buffer.from(`<ct:Types xmlns:ct="http://schemas.openxmlformats.org/package/2006/content-types">
      <ct:Default Extension="XML" ContentType="application/xml"/>
      <ct:Override PartName="/xl/Workbook.xml" ContentType="main+xml"/>
    </ct:Types>`),
  );
  expect(types.contentTypeOf('xl/workbook.xml')).toBe('main+xml');
  expect(types.contentTypeOf('/XL/workbook.xml')).toBe('main+xml');
  expect(types.contentTypeOf('xl/styles.xml')).toBe('application/xml');
  expect(types.contentTypeOf('xl/vbaProject.bin')).toBeUndefined();
});

it('refuses more names than a file can have parts', () => {
  const overrides = Array.from({ length: 10_001 }, (_, i) => `<Override PartName="/${i}" ContentType="x"/>`);
  const xml = `<Types>${overrides.join('')}</Types>`;
  expect(() => ContentTypes.parse('types', Buffer.from(xml))).toThrow('too many parts');
});
