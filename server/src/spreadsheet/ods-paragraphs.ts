/** The value of an XML attribute as paragraphs that come back as the same text: one a line, blanks spelt out. */
export function escapedParagraphs(attributeValue: string): string {
  return attributeValue
    .split(/&#x0*a;|&#0*10;/i)
    .map((line) => `<text:p>${line.replaceAll('<', '&lt;').replaceAll(' ', '<text:s/>')}</text:p>`)
    .join('');
}
