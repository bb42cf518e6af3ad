/** Nothing tells which of its rows are names, records or totals. */
export const UNSURE = [
  'Item,Size,Size,,Note',
  'a,1,2,x,',
  'b,many,3,,',
  ',5,,,',
  'Subtotal,2,few,y,',
  'c,,4,x,',
].join('\n');
