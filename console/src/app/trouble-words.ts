import { sentenceBook } from './sentence-book.js';

/** What went wrong, where the service says so in a sentence alone: why a file could not be read, or a job failed. */
export const troubleWords = sentenceBook(
  {
    'The file is a damaged zip archive: {why}.': 'ファイルが壊れています: {why}。',
    'The file is a damaged OLE container, probably cut short.':
      'ファイルが壊れています: 途中で切れているようです。',
    'The file is damaged: {why}': 'ファイルが壊れています: {why}',
    'The file is empty: it has no bytes.': 'ファイルは空です。',
    'The file has no worksheet.': 'ファイルにワークシートがありません。',
    'The file has no workbook inside.': 'ファイルの中にブックがありません。',
    'The file is a zip archive, but there is no spreadsheet inside.':
      'ファイルは zip ですが、中に表計算のデータがありません。',
    'The file is an Office document, but there is no spreadsheet inside.':
      'ファイルは Office 文書ですが、中に表計算のデータがありません。',
    'The file is password-protected.': 'ファイルにパスワードがかかっています。',
    'The file is not text in any known encoding.': 'ファイルの文字コードが分かりません。',
    'The file is larger than {n} bytes.': 'ファイルが {n} バイトを超えています。',
    'The name says {format}, but the content is something else or was cut short.':
      '名前は {format} ですが、中身が異なるか、途中で切れています。',
    '{part} declares a document type, which spreadsheets never do.':
      '{part} に、表計算のファイルにはない文書型宣言があります。',
    '{part} is not well-formed XML: {why}.': '{part} が XML として正しくありません（{why}）。',
    '{part} is in an encoding that is not known.': '{part} の文字コードが分かりません。',
    'The part {part} is missing.': '{part} がファイルにありません。',
    'A [formula|record] of the file is cut short.': 'ファイルの一部が途中で切れています。',
    'A cell has the address "{cell}".': 'セルの番地「{cell}」が正しくありません。',
    'A [cell|row] lies outside the sheet.': 'シートの範囲外にデータがあります。',
    'A cell refers to a text that the file does not have.': 'セルが、ファイルにない文字列を参照しています。',
    'The sheet {sheet} is listed, but there is no part for it.':
      'シート「{sheet}」の中身がファイルにありません。',
    'This invitation does not exist, was withdrawn, or has been accepted.':
      'この招待は、存在しないか、取り消されたか、すでに承諾されています。',
    'You may not see every column that comes from "{file}".':
      '「{file}」から作られた列の中に、見る権限のないものがあります。',
    'There is no table "{table}" in this workbook.': 'このワークブックに、表「{table}」はありません。',
    'A governed workbook cannot be reviewed.': 'ルールで保護されたワークブックは、レビューできません。',
    '{name} in line {line}, column {column} stands for no table.':
      '{line} 行目 {column} 文字目の {name} に、表が割り当てられていません。',
    'The connection to the server failed ({code}).': 'サーバーに接続できませんでした（{code}）。',
  },
  {
    'its directory is missing, so it was probably cut short': '目次がなく、途中で切れているようです',
    'it is cut short': '途中で切れています',
  },
);
