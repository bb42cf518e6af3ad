import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.js';
import { nameOf } from './names.js';
import { XmlScanner } from './xml-scanner.js';

const names = ['root', 'row', 'c', 'v', 'f', 'x14:f'];

/** The calls of a handler, in words. */
function events(chunks: Buffer[]): string[] {
  const reported: string[] = [];
  const word = (name: number) => names.find((candidate) => nameOf(candidate) === name) ?? '?';
  const scanner = new XmlScanner('part.xml', (itself) => ({
    open(name, tag) {
      itself.capturing = word(name) === 'v';
      reported.push(
        `<${word(name)}${tag.text(nameOf('a')) === undefined ? '' : ` a=${tag.text(nameOf('a'))}`}>`,
      );
    },
    close(name) {
      itself.capturing = false;
      reported.push(`</${word(name)}>`);
    },
    text: (bytes, from, to, literal) => reported.push(decodeText(bytes, from, to, literal)),
  }));
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
  return reported;
}

const whole = (xml: string) => events([Buffer.from(xml)]);

describe('the calls of a handler', () => {
  it.each([
    ['tags and texts', '<root><v>1</v></root>', ['<root>', '<v>', '1', '</v>', '</root>']],
    ['only texts that are wanted', '<root>no<v/>no</root>', ['<root>', '<v>', '</v>', '</root>']],
    [
      'attributes in either quotes',
      `<root a = 'x "y"'><c a="&lt;&#x41;"/></root>`,
      ['<root a=x "y">', '<c a=<A>', '</c>', '</root>'],
    ],
    [
      'nothing of comments and instructions',
      '<?xml version="1.0"?><!-- <v>9</v> --><root/>',
      ['<root>', '</root>'],
    ],
    [
      'CDATA as it stands',
      '<root><v>a<![CDATA[<&lt;]]></v></root>',
      ['<root>', '<v>', 'a', '<&lt;', '</v>', '</root>'],
    ],
    [
      'local names, whatever prefix the root has',
      '<x:root><x:v>1</x:v></x:root>',
      ['<root>', '<v>', '1', '</v>', '</root>'],
    ],
    [
      'other namespaces by their prefix',
      '<root><x14:f/></root>',
      ['<root>', '<x14:f>', '</x14:f>', '</root>'],
    ],
  ])('%s', (_, xml, expected) => {
    expect(whole(xml)).toEqual(expected);
  });

  it('do not depend on where the chunks end', () => {
    const bytes = Buffer.from(
      '<?xml version="1.0"?><root><!-- a > b --><row a="1&amp;2"><v>3 &lt; 4é</v></row></root>',
    );
    const expected = events([bytes]);
    for (let size = 1; size < bytes.length; size++) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      expect(events(chunks)).toEqual(expected);
    }
  });
});

describe('what is refused', () => {
  it.each([
    ['a document type', '<!DOCTYPE root [<!ENTITY a "b">]><root/>', /document type/],
    ['an end in the middle', '<root><v>1</v>', /ends in the middle/],
    ['nothing at all', '   ', /ends in the middle/],
    ['a tag that closes what is not open', '<root/></root>', /never open/],
    ['an attribute without quotes', '<root a=1/>', /quotes/],
  ])('%s', (_, xml, message) => {
    expect(() => whole(xml)).toThrow(message);
  });
});
