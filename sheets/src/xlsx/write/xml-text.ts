import { XmlBytes } from './xml-bytes.js';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text escaped for XML, also in an attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** Text with spaces for control characters, which most places in a file must not have. */
export function printableText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ');
}

/** Text escaped for a cell; see `XmlBytes.text`. */
export function cellText(text: string): string {
  const xml = new XmlBytes();
  xml.text(text);
  return xml.toString();
}
