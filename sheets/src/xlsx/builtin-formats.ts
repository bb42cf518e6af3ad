/** The codes that Excel knows by number in every language, in English. */
const commonFormats: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);\\("$"#,##0\\)',
  6: '"$"#,##0_);[Red]\\("$"#,##0\\)',
  7: '"$"#,##0.00_);\\("$"#,##0.00\\)',
  8: '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0_);\\(#,##0\\)',
  38: '#,##0_);[Red]\\(#,##0\\)',
  39: '#,##0.00_);\\(#,##0.00\\)',
  40: '#,##0.00_);[Red]\\(#,##0.00\\)',
  41: '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** Those left out are `General`. */
const builtinFormats: Readonly<Record<number, string>> = { ...commonFormats, ...eastAsianDates() };

/** Dates of Chinese, Korean and Japanese Excel; the codes are the Japanese ones (ECMA-376, 18.8.30). */
function eastAsianDates(): Record<number, string> {
  const shortEra = '[$-411]ge.m.d';
  const longEra = '[$-411]ggge"年"m"月"d"日"';
  const yearMonth = 'yyyy"年"m"月"';
  const monthDay = 'm"月"d"日"';
  return {
    27: shortEra,
    28: longEra,
    29: longEra,
    30: 'm/d/yy',
    31: 'yyyy"年"m"月"d"日"',
    32: 'h"時"mm"分"',
    33: 'h"時"mm"分"ss"秒"',
    34: yearMonth,
    35: monthDay,
    36: shortEra,
    50: shortEra,
    51: longEra,
    52: yearMonth,
    53: monthDay,
    54: longEra,
    55: yearMonth,
    56: monthDay,
    57: shortEra,
    58: longEra,
  };
}

/** The format of a number in the workbook, else Excel's built-in one. */
export function numberFormatOf(id: number, custom: ReadonlyMap<number, string>): string {
  return custom.get(id) || builtinFormats[id] || 'General';
}

const idsByCode = new Map(Object.entries(commonFormats).map(([id, code]) => [code, Number(id)]));

/** The number of a built-in format. Excel shows some of them, such as 14 for days, in the way of the reader's locale. */
export function builtinFormatId(code: string): number | undefined {
  return idsByCode.get(code);
}
