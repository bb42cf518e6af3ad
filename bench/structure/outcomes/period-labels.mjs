const english = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const run = (from, count) => Array.from({ length: count }, (_, at) => from + at);
/** Months from April to March, as a Japanese fiscal year has them. */
const fiscalMonths = [4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3];

/** Labels of periods in the order of the columns, by language and kind. */
export const periodLabels = {
  en: {
    months: ({ random }) => english.slice(0, random.pick([6, 12])),
    'months with year': ({ random }) => english.slice(0, random.pick([3, 6])).map((month) => `${month} 2024`),
    'year and month': () => run(1, 6).map((month) => `2024-${String(month).padStart(2, '0')}`),
    years: ({ random }) => run(2019, random.int(3, 5)).map(String),
    'fiscal years': ({ random }) => run(2020, random.int(3, 5)).map((year) => `FY${year}`),
    quarters: () => run(1, 4).map((quarter) => `Q${quarter} 2024`),
    halves: () => ['H1 2023', 'H2 2023', 'H1 2024', 'H2 2024'],
    days: () => run(1, 5).map((day) => `2024-04-0${day}`),
    weeks: () => run(1, 6).map((week) => `Week ${week}`),
    'short weeks': () => run(10, 5).map((week) => `W${week}`),
    'short days': ({ random }) => run(1, random.int(5, 28)).map((day) => `4/${day}`),
    'months with short year': () => english.slice(3, 9).map((month) => `${month}-24`),
    'short fiscal years': () => run(21, 4).map((year) => `FY${year}`),
    'quarters of a fiscal year': () => run(1, 4).map((quarter) => `Q${quarter} FY2024`),
    'quarters alone': () => run(1, 4).map((quarter) => `Q${quarter}`),
    'spans of years': () => run(2019, 4).map((year) => `${year}/${(year + 1) % 100}`),
    'prior and current': () => ['Prior year', 'Current year'],
  },
  ja: {
    months: ({ random }) => fiscalMonths.slice(0, random.pick([6, 12])).map((month) => `${month}月`),
    'months with year': ({ random }) => run(4, random.pick([3, 6])).map((month) => `2024年${month}月`),
    years: ({ random }) => run(2019, random.int(3, 5)).map((year) => `${year}年`),
    'fiscal years': ({ random }) => run(2020, random.int(3, 5)).map((year) => `${year}年度`),
    'era years': ({ random }) => run(2, random.int(3, 5)).map((year) => `令和${year}年度`),
    quarters: () => run(1, 4).map((quarter) => `第${quarter}四半期`),
    halves: () => ['2023年上期', '2023年下期', '2024年上期', '2024年下期'],
    days: () => run(1, 5).map((day) => `4月${day}日`),
    weeks: () => run(1, 5).map((week) => `第${week}週`),
    'short days': ({ random }) => run(1, random.int(5, 28)).map((day) => `4/${day}`),
    'days of the week beside': () => run(1, 7).map((day) => `4/${day}(${'月火水木金土日'[day - 1]})`),
    'days alone': ({ random }) => run(1, random.int(5, 30)).map((day) => `${day}日`),
    'short year and month': () => [4, 5, 6, 7, 8, 9].map((month) => `24/${month}`),
    'year and month': () => run(4, 6).map((month) => `2024/${month}`),
    'short era years': () => run(2, 4).map((year) => `R${year}`),
    'short quarters': () => run(1, 4).map((quarter) => `${quarter}Q`),
    'halves alone': () => ['上期', '下期'],
    'last and this year': () => ['前年', '今年'],
    terms: () => run(8, 4).map((term) => `第${term}期`),
    'prior and current': () => ['前期', '当期'],
  },
};

/** Quarters for months that run in whole quarters. */
export const quarterLabels = {
  en: ['Q1', 'Q2', 'Q3', 'Q4'],
  ja: ['第1四半期', '第2四半期', '第3四半期', '第4四半期'],
};
