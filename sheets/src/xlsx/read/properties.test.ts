import { expect, it } from 'vitest';
import { parseAppProperties, parseCoreProperties, parseCustomProperties } from './properties.js';

it('reads who created a workbook, and when', () => {
  const xml = `<cp:coreProperties xmlns:cp="a" xmlns:dc="b" xmlns:dcterms="c"><dc:title> Q &amp; A </dc:title>
    <dc:subject/><cp:lastModifiedBy>Ann</cp:lastModifiedBy><other:title>no</other:title>
    <dcterms:created xsi:type="dcterms:W3CDTF">2024-01-02T03:04:05Z</dcterms:created></cp:coreProperties>`;
  expect(parseCoreProperties('core.xml', Buffer.from(xml))).toEqual([
    ['title', 'Q & A'],
    ['lastModifiedBy', 'Ann'],
    ['created', '2024-01-02T03:04:05Z'],
  ]);
});

it('reads the program that created it', () => {
  const xml = `<Properties xmlns:vt="v"><Application>Microsoft Excel</Application><TotalTime>0</TotalTime>
    <TitlesOfParts><vt:vector><vt:lpstr>Sheet1</vt:lpstr></vt:vector></TitlesOfParts><Company>Ours</Company></Properties>`;
  expect(parseAppProperties('app.xml', Buffer.from(xml))).toEqual([
    ['Application', 'Microsoft Excel'],
    ['Company', 'Ours'],
  ]);
});

it('reads custom properties of any type as text', () => {
  const property = (name: string, value: string) =>
    `<property fmtid="{D5}" pid="2" name="${name}">${value}</property>`;
  const xml = `<Properties xmlns:vt="v">
    ${property('Client', '<vt:lpwstr>Ann &amp; Bo</vt:lpwstr>')}
    ${property('Size', '<vt:i4>42</vt:i4>')}
    ${property('Tags', '<vt:vector><vt:lpstr>a</vt:lpstr>\n<vt:lpstr>b</vt:lpstr></vt:vector>')}
    ${property('__proto__', '<vt:bool>true</vt:bool>')}
    ${property('', '<vt:i4>1</vt:i4>')}${property('None', '<vt:empty/>')}</Properties>`;
  expect(parseCustomProperties('custom.xml', Buffer.from(xml))).toEqual([
    ['Client', 'Ann & Bo'],
    ['Size', '42'],
    ['Tags', 'a, b'],
    ['__proto__', 'true'],
  ]);
});
