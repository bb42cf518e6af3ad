/**
 * By month, its names and their short forms in English, German, French, Spanish, Italian, Portuguese and Dutch.
 * `Set` and `Out` are English words too, so they are not among them.
 */
const names = [
  'january januar janvier enero gennaio janeiro januari janv jan ene gen',
  'february februar fevrier febrero febbraio fevereiro februari fevr feb fev',
  'march märz maerz mars marzo março marco maart mar mär mrz mrt',
  'april avril abril aprile apr avr abr',
  'may mai mayo maggio maio mei mag',
  'june juni juin junio giugno junho jun giu',
  'july juli juillet julio luglio julho juil jul lug',
  'august août aout agosto augustus aug ago',
  'september septembre septiembre settembre setembro sept sep',
  'october oktober octobre octubre ottobre outubro oct okt ott',
  'november novembre noviembre novembro nov',
  'december dezember décembre decembre diciembre dicembre dezembro dec dez déc dic',
].map((month) => month.replaceAll('fev', 'f[ée]v').split(' '));

/** A pattern without groups that matches the name of a month in lower case, without the point of a short form. */
export const monthName = names
  .flat()
  .sort((a, b) => b.length - a.length)
  .join('|');

const monthPatterns = names.map((month) => new RegExp(`^(?:${month.join('|')})$`));

/** From 1; 0 for what is no month. */
export const monthOf = (name: string) => monthPatterns.findIndex((pattern) => pattern.test(name)) + 1;
