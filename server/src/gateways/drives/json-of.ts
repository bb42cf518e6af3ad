/** The object that a text holds as JSON, if any; its members are as unsure as their sender. */
export function jsonOf<Shape extends object>(text: string): Shape | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Shape) : undefined;
  } catch {
    return undefined;
  }
}
