/** What is said of how sure figures are, or of when in the period they were counted: `, preliminary`, `(est.)`. */
export const sureness =
  /[\s,、-]*[(（[]?(?:projections?|projected|proj\.?|estimated?|estimates|est\.?|preliminary|prel(?:im)?\.?|provisional|prov\.?|forecast|revised|census|予測|見込み?|推計|速報値?|概算|確報値?|暫定)[)）\]]?$/i;
