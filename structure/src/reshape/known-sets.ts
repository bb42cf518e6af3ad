/** Sets whose members, as headers, are values of one variable. Lowercase; only small and closed sets. */
const sets: Record<string, string> = {
  weekdays:
    'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun 月 火 水 木 金 土 日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日',
  colours:
    'red green yellow blue purple black white gray grey orange pink brown violet silver gold 赤 青 黄 緑 黒 白',
  sexes: 'male female males females men women boys girls m f both 男 女 男性 女性 男子 女子',
  currencies: 'usd eur gbp jpy cad aud chf cny sek nok dkk nzd inr brl mxn hkd sgd krw zar',
  directions: 'north south east west northeast northwest southeast southwest midwest central',
  seasons: 'spring summer autumn fall winter 春 夏 秋 冬',
  'school years': 'freshman freshmen sophomore sophomores junior juniors senior seniors',
  'school subjects':
    'math maths mathematics english science history geography chemistry biology physics art music french spanish reading writing 国語 数学 英語 理科 社会',
  countries:
    'us usa uk can aus nz ger fra ita esp jpn chn nl ned swe nor den fin sui aut bel irl united_states united_kingdom canada australia new_zealand germany france italy spain japan china india netherlands sweden norway denmark finland switzerland austria belgium ireland mexico brazil russia poland portugal greece turkey korea south_korea south_africa argentina 日本 米国 中国 韓国 英国',
  continents: 'africa asia europe oceania america north_america south_america antarctica',
  'plan and actual':
    'plan planned actual actuals budget budgeted forecast target 計画 予算 予定 目標 見込 見込み 実績 実績値 計画値 目標値',
  'sides of a match': 'home away ホーム アウェイ アウェー',
  'levels of agreement': 'strongly_agree agree neutral disagree strongly_disagree undecided',
};

const membership = new Map<string, string[]>();
for (const [name, members] of Object.entries(sets)) {
  for (const member of members.split(' ')) membership.set(member, [...(membership.get(member) ?? []), name]);
}

/** The names of the sets that a header belongs to. */
export function setsOf(header: string): readonly string[] {
  const member = header.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, '_');
  return membership.get(member) ?? [];
}
