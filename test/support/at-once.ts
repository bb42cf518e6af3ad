/** The results in the order of the items, with at most so many calls under way. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  call: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const work = async () => {
    for (const [index, item] of left) results[index] = await call(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
