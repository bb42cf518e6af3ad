const LONGEST_CELL = 32_767;
/** What XML cannot hold, what its line-end rule would change, and what would be taken for such an escape. */
const unspeakable = /[^\t\n\P{Cc}]|\p{Cs}|[\ufffe\uffff]|_(?=x[\da-fA-F]{4}_)/gu;
const special = /[&<>"]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in XML. */
export function escapeXml(text: string): string {
  return text.replace(special, (character) => entities[character] ?? '');
}

/** Text as it stands in a cell: characters that XML has no place for become `_xHHHH_`, as Excel writes them. */
export function escapeCellText(text: string): string {
  const cut = text.length > LONGEST_CELL ? text.slice(0, LONGEST_CELL) : text;
  return escapeXml(cut.replace(unspeakable, (character) => `_x${hex(character)}_`));
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}
