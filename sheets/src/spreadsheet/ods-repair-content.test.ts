import { describe, expect, it } from 'vitest';
import { repairOdsContent } from './ods-repair-content.js';

const repaired = (xml: string): string => repairOdsContent(Buffer.from(xml)).toString();
const cell = (attributes: string, inner: string) =>
  `<table:table-cell${attributes}>${inner}</table:table-cell>`;

describe('the content of an ods file', () => {
  it.each([
    [
      'a date that Excel counts differently',
      cell(' office:value-type="date" office:date-value="1900-01-12T07:12:00"', '<text:p>x</text:p>'),
      cell(' office:value-type="float" office:value="13.3"', '<text:p>x</text:p>'),
    ],
    [
      'a time with a fraction of a second',
      cell(' office:value-type="time" office:time-value="PT06H00M00.864S"', '<text:p>x</text:p>'),
      cell(' office:value-type="float" office:value="0.25001"', '<text:p>x</text:p>'),
    ],
    [
      'a duration below zero',
      cell(' office:value-type="time" office:time-value="-PT07H30M00S"', '<text:p>x</text:p>'),
      cell(' office:value-type="string"', '<text:p>-07:30:00</text:p>'),
    ],
    [
      'a text that is given twice',
      cell(
        ' office:string-value="a&#xA;&#xA;b  ü"',
        '<text:p>a</text:p><text:p/><text:p>b ü</text:p><text:p/>',
      ),
      cell('', '<text:p>a</text:p><text:p></text:p><text:p>b<text:s/><text:s/>ü</text:p>'),
    ],
    [
      'a blank at the end of a text',
      cell('', '<text:p>after </text:p>'),
      cell('', '<text:p>after<text:s/></text:p>'),
    ],
    [
      'a value under a merged cell',
      '<table:covered-table-cell office:value-type="float" office:value="2"><text:p>2</text:p></table:covered-table-cell>',
      cell(' office:value-type="float" office:value="2"', '<text:p>2</text:p>'),
    ],
  ])('is repaired for %s', (_, before, after) => {
    expect(repaired(`<x>${before}${before}</x>`)).toBe(`<x>${after}${after}</x>`);
  });

  it.each([
    ['other cells', cell(' office:value-type="date" office:date-value="1900-03-01"', '<text:p>é</text:p>')],
    ['whole seconds', cell(' office:time-value="PT10H10M10S"', '')],
    ['empty cells', '<table:table-cell office:string-value="a" table:number-columns-repeated="3"/>'],
    [
      'files that count from 1904',
      `<table:null-date table:date-value="1904-01-01"/>${cell(' office:date-value="1900-01-12"', '')}`,
    ],
    ['covered cells without a value', '<table:covered-table-cell table:number-columns-repeated="3"/>'],
    ['a file that is cut', '<table:table-cell><text:p>a </text:p>'],
  ])('is left alone for %s', (_, xml) => {
    expect(repaired(xml)).toBe(xml);
  });
});
