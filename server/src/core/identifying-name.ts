const identifying = /(?:^|[\s_-])(?:id|no|nr|code|key|year|zip|sku)$|(?:年|年度|番号|コード|No\.?|ID)$/i;

/** Whether the numbers of a column name something rather than count it, and are written without separators. */
export function isIdentifyingName(name: string): boolean {
  return identifying.test(name);
}
