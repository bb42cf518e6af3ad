const zipFaults = {
  'cut-short': 'it is cut short',
  'no-directory': 'its directory is missing',
  'no-directory-at-end': 'its directory is missing, so it was probably cut short',
  'broken-directory': 'its directory is broken',
  'misplaced-entry': 'an entry is not where its directory says',
  'shared-bytes': 'two entries share the same bytes',
  'past-end': 'an entry reaches past the end',
  'same-name': 'two entries have the same name',
} as const;

export type ZipFault = keyof typeof zipFaults;

const zipEntryFaults = {
  compression: 'uses an unknown compression',
  checksum: 'does not match its checksum',
  inflation: 'cannot be inflated',
} as const;

type ZipEntryFault = keyof typeof zipEntryFaults;

const xmlFaults = {
  'cut-short': 'it ends in the middle',
  'no-value': 'an attribute has no value',
  'no-quotes': 'an attribute is not in quotes',
  'closed-twice': 'a tag closes that was never open',
} as const;

export type XmlFault = keyof typeof xmlFaults;

/** What a file may hold too many of. */
export type FileItems =
  | 'authors of comments'
  | 'borders'
  | 'cell formats'
  | 'comments'
  | 'data validations'
  | 'fills'
  | 'fonts'
  | 'indexed colours'
  | 'merged ranges'
  | 'persons'
  | 'properties'
  | 'ranges in one list'
  | 'relationships'
  | 'columns in a table'
  | 'hyperlinks';

/** Why a file cannot be read or written. */
export const fileSentences = {
  'file-empty': () => 'The file is empty: it has no bytes.',
  'file-too-many-bytes': ({ bytes }: { bytes: number }) => `The file is larger than ${bytes} bytes.`,
  'file-not-text': () => 'The file is not text in any known encoding.',
  'file-other-than-named': ({ format }: { format: string }) =>
    `The name says ${format}, but the content is something else or was cut short.`,
  'file-unknown-format': () => 'The file is not a spreadsheet of a known format.',
  'file-no-workbook': () => 'The file has no workbook inside.',
  'file-zip-without-spreadsheet': () => 'The file is a zip archive, but there is no spreadsheet inside.',
  'file-office-without-spreadsheet': () =>
    'The file is an Office document, but there is no spreadsheet inside.',
  'file-password': () => 'The file is password-protected.',
  'file-key-too-slow': () => 'The key of the encrypted file takes too long to compute.',
  'file-damaged': ({ why }: { why: string }) => `The file is damaged: ${why}`,
  'file-ole-cut-short': () => 'The file is a damaged OLE container, probably cut short.',
  'file-record-cut-short': () => 'A record of the file is cut short.',
  'file-formula-cut-short': () => 'A formula of the file is cut short.',

  'zip-damaged': ({ fault }: { fault: ZipFault }) =>
    `The file is a damaged zip archive: ${zipFaults[fault]}.`,
  'zip-entry-damaged': ({ part, fault }: { part: string; fault: ZipEntryFault }) =>
    `The file is a damaged zip archive: ${part} ${zipEntryFaults[fault]}.`,
  'zip-password': () => 'The archive is protected by a password.',
  'zip-too-many-files': ({ files }: { files: number }) => `The archive holds ${files} files.`,
  'zip-inflates': ({ part }: { part: string }) => `${part} inflates to more than can be read safely.`,
  'zip-inflates-beyond-declared': ({ part }: { part: string }) =>
    `${part} inflates to more than it declares.`,
  'zip-part-too-large': ({ part }: { part: string }) => `${part} is larger than such a part may be.`,
  'zip-endless': () => 'The parts of the file refer to each other so often that reading them has no end.',

  'xml-document-type': ({ part }: { part: string }) =>
    `${part} declares a document type, which spreadsheets never do.`,
  'xml-malformed': ({ part, fault }: { part: string; fault: XmlFault }) =>
    `${part} is not well-formed XML: ${xmlFaults[fault]}.`,
  'xml-encoding': ({ part }: { part: string }) => `${part} is in an encoding that is not known.`,
  'xml-long-piece': ({ part }: { part: string }) => `A piece of ${part} is longer than can be read safely.`,
  'xml-many-attributes': ({ part }: { part: string }) => `A tag of ${part} has too many attributes.`,

  'xlsx-part-missing': ({ part }: { part: string }) => `The part ${part} is missing.`,
  'xlsx-sheet-missing': ({ sheet }: { sheet: string }) =>
    `The sheet ${sheet} is listed, but there is no part for it.`,
  'xlsx-sheet-repeated': ({ sheet }: { sheet: string }) => `The sheet ${sheet} is the same part as another.`,
  'cell-address': ({ address }: { address: string }) => `A cell has the address "${address}".`,
  'cell-outside-sheet': () => 'A cell lies outside the sheet.',
  'row-outside-sheet': () => 'A row lies outside the sheet.',
  'cell-unknown-text': () => 'A cell refers to a text that the file does not have.',

  'file-many-cells': ({ cells }: { cells: number }) => `The file holds more than ${cells} cells.`,
  'file-wide-row': ({ cells }: { cells: number }) => `A row of the file holds ${cells} cells.`,
  'file-wide-range': ({ cells }: { cells: number }) => `A range of the file spans ${cells} cells or columns.`,
  'file-scattered': () =>
    'The cells of the file are scattered too widely: far more of them are blank between others.',
  'sheet-scattered': (sheet: { sheet: string; cells: number; rows: number; columns: number }) =>
    `The cells of sheet "${sheet.sheet}" are scattered too widely: ${sheet.cells} of them would make a table of ` +
    `${sheet.rows} rows and ${sheet.columns} columns.`,
  'fix-sheet-scattered': () =>
    'Delete cells that stand apart by mistake, or put tables that stand apart on sheets of their own.',
  'file-many-texts': () => 'The file holds too many texts.',
  'file-many-content-types': () => 'The workbook names the content types of too many parts.',
  'file-many-sheets': () => 'The workbook lists more sheets or names than can be read.',
  'file-many-items': ({ max, what }: { max: number; what: FileItems }) =>
    `There are more than ${max.toLocaleString('en-US')} ${what}.`,
  'file-many-number-formats': () => 'There are too many number formats.',
  'file-many-styles': () => 'The file uses more than 65,535 styles.',
  'file-columns-described-again': () => 'The columns of a sheet are described over and over.',
  'file-array-formulas': () => 'Array formulas cover too many cells.',
  'file-data-tables': () => 'Data tables cover too many cells.',
  'file-hyperlinks': () => 'Hyperlinks cover too many cells.',
  'worksheet-columns': ({ max, sheet }: { max: number; sheet: string }) =>
    `A worksheet holds ${max} columns; ${sheet} has more.`,
  'patch-cell-filled': ({ cell }: { cell: string }) => `The cell ${cell}, which should be empty, is not.`,
  'patch-cells-unordered': () => 'The cells of a sheet are not in order.',
  'patch-no-worksheet': ({ sheet }: { sheet: string }) => `The workbook has no worksheet ${sheet}.`,
  'patch-merged-below': ({ table }: { table: string }) =>
    `There are merged cells below the data of the Excel table ${table}.`,
  'patch-totals-move': ({ table }: { table: string }) =>
    `The totals of the Excel table ${table}, to which others refer, would move.`,
  'patch-two-tables': () => 'Two tables add rows to one Excel table.',
  'patch-no-rows-left': () => 'The sheet has no room for the rows that were added.',
  'patch-no-columns-left': () => 'The sheet has no room for the columns that were added.',
  'patch-table-headings': ({ table }: { table: string }) =>
    `The headings of the Excel table ${table} cannot be changed in place.`,
};
