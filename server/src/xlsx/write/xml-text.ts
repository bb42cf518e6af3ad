import { XmlBytes } from './xml-bytes.js';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in XML, also in an attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** Text as it stands in a cell; see `XmlBytes.text`. */
export function cellText(text: string): string {
  const xml = new XmlBytes();
  xml.text(text);
  return xml.toString();
}
