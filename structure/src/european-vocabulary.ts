/**
 * `Summe`, `Sous-total`, `Totale`, `Gesamtbetrag 2024` at the beginning of a label, or `Personal gesamt`: a total in other
 * languages of Europe.
 */
const total =
  /^[^\p{L}\d]*(?:(?:zwischen|gesamt|end|teil|jahres|monats)?summen?|(?:ins)?gesamt(?:betrag|ergebnis|kosten|umsatz)?|sous[- ]total|totaux|somme|totale|subtotale|totaal|subtotaal|totalt|delsumma|summa|suma|razem|celkem|yhteensä)(?![\p{L}-])|(?<!\p{L})(?:ins)?gesamt$/iu;

/** `Saldo`, `Betriebsergebnis`, `Solde`, `Jahresüberschuss`: what is left of other rows. */
const difference =
  /^[^\p{L}\d]*(?:saldo|solde|differenz|différence|écart|abweichung|restbetrag|\p{L}*(?:ergebnis|gewinn|überschuss|fehlbetrag)|rohertrag|deckungsbeitrag|bénéfice|résultat|excédent|marge|utile|utilidad|resultado|resultaat|winst|verschil)(?![\p{L}-])/iu;

/** `Durchschnitt`, `Moyenne`: an average or an extreme of the rows above, and nothing else. */
const statistic =
  /^[^\p{L}\d]*(?:durchschnitt|mittelwert|moyenne|promedio|gemiddelde|medel(?:värde)?|średnia|höchstwert|tiefstwert)\W*$/iu;

export const namesEuropeanTotal = (text: string) => total.test(text);
export const namesEuropeanDifference = (text: string) => difference.test(text);
export const namesEuropeanStatistic = (text: string) => statistic.test(text);
