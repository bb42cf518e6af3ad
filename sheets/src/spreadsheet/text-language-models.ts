/**
 * How likely characters are in the languages whose legacy encodings share byte patterns. Coarse on purpose: a
 * few hundred of the most frequent characters and the rough extent of the rest distinguish a wrong decoding
 * from a right one within a few words.
 */
export interface LanguageModel {
  /** Encodings of the language. */
  encodings: readonly string[];
  classes: readonly CharacterClass[];
}

interface CharacterClass {
  matches: (character: string) => boolean;
  /** The frequency of the class in the language, divided by the number of its characters. */
  likelihood: number;
}

/** For a character in no class of a language. */
export const UNLIKELY = 1e-7;

const frequentHanzi =
  '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小多天而能好都然没日于起还发成事只作当想看文无开手十用主行方如前所本见经头面公同三已老从动两长知民样现分将外但身与高意进把法此实回二理美点月明其种全工者向情部正名定女问力机给等业最间新什便位因重电四第门相次东政海口使教西平真世气信北少关并内加化由代军产入先山五水万市体别处总场师书比住员性通目华报立马命活数件安表原车白应路期常提金反合放系计司利受光果界及京务制解各任清物台记边共风战接特服林建南度统色字交认论百义科元社术结六功指流每青管连远资队带花条院变联权展领传近治周保达办运城区即求品士转量技程江语英基式极德收钱设始历史商千片容广改议形委早房际首单据导网斯专石校读志观争包组造落济离兴价额编号客户订货单姓地址省县镇街邮';
const frequentTraditional =
  '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可里後小多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方如前所本見經頭面公同三已老從動兩長知民樣現分將外但身與高意進把法此實回二理美點月明其種全工者向情部正名定女問力機給等業最間新什便位因重電四第門相次東政海口使教西平真世氣信北少關並內加化由代軍產入先山五水萬市體別處總場師書比住員性通目華報立馬命活數件安表原車白應路期常提金反合放系計司利受光果界及京務制解各任清物台記邊共風戰接特服林建南度統色字交認論百義科元社術結六功指流每青管連遠資隊帶花條院變聯權展領傳近治周保達辦運城區即求品士轉量技程江語英基式極德收錢設始歷史商千片容廣改議形委早房際首單據導網斯專石校讀志觀爭包組造落濟離興價額編號客戶訂貨姓址省縣鎮街郵臺灣';
const frequentKanji =
  '日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聞身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導鮮備宅害配副算視条幹独警宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例衛然早張映限親額監環験追審商葉義伝働形景落欧担好退準賀訴辺造英被株頭技低毎医復仕去姿味負閣韓渡失移差衆個門写評課末守若脳極種美岡影命含福蔵量望松非撃佐核観察整段横融型白深字答夜製票況音申様財港識注呼渉達氏名住所電話番号合計区分神戸阪府庁課係';
const frequentHangul =
  '이다는에의가을고하은지를로한사도리기나스아인자시대어서정일부해수과라전국제장구성주보들그여것원무만상게경공동소연유위조간선신비방치진관민생용물물건교중화안오면개학회실세반음내있되며적모계네마바산재행저차통트드르니야역결남북동서군시읍면번호이름주소전화날짜금액합명매출입단가격품분류코드업체담당월년원달러미영독프랑스중국한일본타란코페루브칠케파포터말레키카토벨폴우크도네';

const oneOf = (characters: string): ((character: string) => boolean) => {
  const known = new Set(characters);
  return (character) => known.has(character);
};
const between = (first: number, last: number) => (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  return code >= first && code <= last;
};
const isPunctuation = (character: string): boolean =>
  /[\u3000-\u3020\uff01-\uff5e\u2010-\u2027·×°]/.test(character);
const isIdeograph = between(0x4e00, 0x9fff);
const isKana = between(0x3041, 0x30fe);
const isHalfWidthKana = between(0xff61, 0xff9f);
const isHangul = between(0xac00, 0xd7a3);

const punctuation: CharacterClass = { matches: isPunctuation, likelihood: 0.1 / 120 };
/** Arrows, box drawings, geometric shapes, Roman numerals, circled numbers. */
const symbols: CharacterClass = { matches: between(0x2030, 0x27ff), likelihood: 0.03 / 600 };

/** The remaining probability is spread over some thousands of rarer characters. */
const chinese = (frequent: string): CharacterClass[] => [
  { matches: oneOf(frequent), likelihood: 0.6 / frequent.length },
  punctuation,
  symbols,
  { matches: isIdeograph, likelihood: 0.3 / 5000 },
];

export const eastAsianLanguages: readonly LanguageModel[] = [
  {
    encodings: ['shift_jis', 'euc-jp'],
    classes: [
      { matches: isKana, likelihood: 0.4 / 170 },
      { matches: oneOf(frequentKanji), likelihood: 0.35 / frequentKanji.length },
      punctuation,
      symbols,
      { matches: isIdeograph, likelihood: 0.12 / 5000 },
      { matches: isHalfWidthKana, likelihood: 0.01 / 63 },
    ],
  },
  { encodings: ['gb18030'], classes: chinese(frequentHanzi) },
  { encodings: ['big5'], classes: chinese(frequentTraditional) },
  {
    encodings: ['euc-kr'],
    classes: [
      { matches: oneOf(frequentHangul), likelihood: 0.7 / frequentHangul.length },
      { matches: isHangul, likelihood: 0.2 / 2350 },
      punctuation,
      symbols,
    ],
  },
];

/** Accented letters stand alone between plain ones; a letter is likelier than a symbol. */
export const western: LanguageModel = {
  encodings: ['windows-1252'],
  classes: [
    { matches: oneOf('àâäáãåçéèêëíîïñóòôöõøúùûüßæœÀÂÄÁÃÅÇÉÈÊÍÎÓÖÕØÚÜÑ'), likelihood: 0.6 / 50 },
    { matches: oneOf('‘’“”–—…•€£°™«»½²³·\u00a0±×'), likelihood: 0.3 / 22 },
    { matches: between(0xa0, 0xff), likelihood: 0.05 / 90 },
  ],
};
