export function isNumeric(type: string): boolean {
  return /^(BIGINT|INTEGER|SMALLINT|TINYINT|HUGEINT|DOUBLE|FLOAT|REAL|DECIMAL|U?INT)/.test(type);
}
