import { messages } from '../../text/text.js';

export const readingTexts = messages(
  {
    title: (file: string, sheet: string) => `How is ${file}, sheet ${sheet}, to be read?`,
    keptAsSheet:
      'No way to read this sheet is sure enough, so its cells stay as they are. If one of these is right, take it.',
    unsure: 'This sheet may mean something else. If one of these is right, take it.',
    byModel: 'Read by the language model. If another way is right, take it.',
    modelOffers: 'The language model was asked; its reading is among these.',
    modelRefused: 'The language model was asked; its reading is not followed.',
    modelFailed: 'The language model did not read this sheet.',
    cut: 'Looking took too long, so there may be better ones.',
    followed: 'As it is now',
    confidence: (share: string) => `${share} sure`,
    size: (rows: string, columns: string) =>
      `${rows} ${rows === '1' ? 'row' : 'rows'}, ${columns} ${columns === '1' ? 'column' : 'columns'}`,
    moreTables: (count: string) => (count === '1' ? 'and 1 more table' : `and ${count} more tables`),
    take: 'Take this',
    takeNamed: (name: string) => `Take this: ${name}`,
    taking: 'Making its tables',
    taken: (count: number) => (count === 1 ? '1 table was made' : `${count} tables were made`),
  },
  {
    title: (file: string, sheet: string) => `${file} のシート「${sheet}」の読み取り方`,
    keptAsSheet:
      '確かな読み取り方が見つからないため、セルはシートのままです。正しいものがあれば選んでください。',
    unsure: 'このシートは別の読み取り方もできます。正しいものがあれば選んでください。',
    byModel: '言語モデルが読み取りました。別の読み取り方が正しければ、選んでください。',
    modelOffers: '言語モデルの読み取り方も選べます。',
    modelRefused: '言語モデルの読み取り方は使っていません。',
    modelFailed: '言語モデルはこのシートを読み取りませんでした。',
    cut: '時間がかかるため途中で探すのをやめました。ほかにもっとよい読み取り方があるかもしれません。',
    followed: '現在の読み取り方',
    confidence: (share: string) => `確度 ${share}`,
    size: (rows: string, columns: string) => `${rows} 行、${columns} 列`,
    moreTables: (count: string) => `ほか ${count} 個の表`,
    take: 'これにする',
    takeNamed: (name: string) => `これにする: ${name}`,
    taking: '表を作成中',
    taken: (count: number) => `${count} 個の表を作成しました`,
  },
);
