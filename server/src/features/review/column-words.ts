/** What the name of a column says about its values, in English and Japanese. Names are hints: rules check values too. */

function named(english: string, japanese: string): (name: string) => boolean {
  const word = new RegExp(`(?:^|[^a-z])(?:${english})(?:$|[^a-z])`, 'i');
  const text = new RegExp(japanese);
  return (name) => word.test(spaced(name)) || text.test(name.normalize('NFKC'));
}

/** `orderId` and `ORDER_ID` have the same words. */
function spaced(name: string): string {
  return name.normalize('NFKC').replace(/([a-z])([A-Z])/g, '$1 $2');
}

/** Values that identify something. */
export const namesKey = named(
  'ids?|code|cd|key|no|nr|num|number|sku|isbn|ean|jan|uuid|guid|serial|ref|reference',
  '(?:番号|コード|ID|キー|管理番|No\\.?|№|記号)$',
);
/** A position within something else, which repeats. */
export const namesLine = named(
  'line|item no|seq|row|page|rank|step',
  '行(?:番|No|no)|明細|枝番|連番|順位|ページ',
);
export const namesEmail = named('e-?mails?|mail', 'メール|Ｅメール|eメール');
export const namesPhone = named('phone|tel|telephone|mobile|fax|cell', '電話|携帯|ＦＡＸ|FAX|TEL');
export const namesPostalCode = named('zip|zipcode|postal|postcode|post code', '郵便|〒');
export const namesYear = named('year|fy', '年度|年$');
