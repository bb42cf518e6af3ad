/** What the name of a column says about its values, in English and Japanese. Names are hints: rules check values too. */

function named(english: string, japanese: string): (name: string) => boolean {
  const word = new RegExp(`(?:^|[^a-z])(?:${english})(?:$|[^a-z])`, 'i');
  const text = new RegExp(japanese);
  return (name) => word.test(spaced(name)) || text.test(name.normalize('NFKC'));
}

function endsWith(english: string, japanese: string): (name: string) => boolean {
  const word = new RegExp(`(?:^|[^a-z])(?:${english})$`, 'i');
  const text = new RegExp(`(?:${japanese})$`);
  return (name) => word.test(spaced(name).trim()) || text.test(name.normalize('NFKC').trim());
}

/** `orderId` and `ORDER_ID` have the same words. */
function spaced(name: string): string {
  return name.normalize('NFKC').replace(/([a-z])([A-Z])/g, '$1 $2');
}

/** Values that identify something: the name ends so, for a number of persons identifies none. */
export const namesKey = endsWith(
  'ids?|code|cd|key|no\\.?|nr\\.?|num|number|sku|isbn|ean|jan|uuid|guid|serial|ref|reference',
  '番号|コード|ID|キー|管理番|No\\.?|№|記号',
);
/** A name that keys of unrelated tables share: `id` here is not the `id` there. */
export const namesAnyKey = (name: string) =>
  /^(?:row[ _-]?)?(?:id|code|cd|key|no\.?|nr\.?|num|number|ref|reference|uuid|guid|番号|コード|キー|№)$/i.test(
    name.normalize('NFKC').trim(),
  );
/** What one piece costs, by its list. */
export const namesPrice = named('price|unit cost|unit price|list price|rate', '単価|価格|定価');
/** A position within something else, which repeats. */
export const namesLine = named(
  'line|item no|seq|row|page|rank|step',
  '行(?:番|No|no)|明細|枝番|連番|順位|ページ',
);
export const namesEmail = named('e-?mails?|mail', 'メール|Ｅメール|eメール');
export const namesPhone = named('phone|tel|telephone|mobile|fax|cell', '電話|携帯|ＦＡＸ|FAX|TEL');
export const namesPostalCode = named('zip|zipcode|postal|postcode|post code', '郵便|〒');
export const namesYear = named('year|fy', '年度|年$');
export const namesCorporateNumber = named(
  'corporate number|corporate no|invoice registration',
  '法人番号|インボイス.*番号|適格.*番号',
);
/** Moments that are meant to come: a date in the future is no mistake. */
export const namesFuture = named(
  'due|deadline|expir[a-z]*|valid|until|end|ends|to|plan[a-z]*|schedul[a-z]*|forecast|target|next|renewal|maturity|eta|birth day',
  '期限|予定|期日|満了|満期|終了|終|至|計画|見込|次回|有効|支払日|納期|予測|目標|締切',
);
/** Numbers that may well be negative. */
export const namesSigned = named(
  'change|delta|diff|difference|balance|profit|loss|net|adjust[a-z]*|variance|growth|return|refund|credit|temp|temperature|lat|latitude|lon|lng|longitude|offset|score|margin|gain|flow|x|y|z',
  '増減|差額|差異|差引|残高|損益|利益|調整|返品|返金|割引|値引|気温|温度|緯度|経度|前年比|収支|損失|過不足|伸率|対比',
);
/** Numbers that are given one after the other. */
export const namesSequence = named(
  'voucher|invoice|receipt|ticket|seq|sequence',
  '伝票|連番|通番|整理番号|請求書',
);
/** What a code stands for, and the code; both names share the rest. */
export const describesCode = named('name|title|label|description|desc', '名称?$|名前$|内容$');
export const namesShare = named('share|percent|percentage|pct|ratio|weight', '構成比|割合|シェア|比率');
export const namesTotal = named('total|sum|subtotal', '合計|総計|小計|計$|総額');
/** A place in a hierarchy: not a number to add. */
export const namesLevel = named('level|depth', '階層|レベル');
