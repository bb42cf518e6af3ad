export interface Person {
  id: string;
  name: string;
}

/** What is typed after an @ in front of the caret, and where it begins; undefined where nobody is being named. */
export function typedMention(text: string, caret: number): { from: number; typed: string } | undefined {
  const typed = /(?:^|[^\w@])@([^\s@]*)$/.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed };
}

/** Those whose name begins so, or a word of it; no more than are looked through at a glance. */
export function peopleNamed(people: readonly Person[], typed: string): Person[] {
  const wanted = typed.toLowerCase();
  const begins = (name: string) => name.split(/[\s.@]+/).some((word) => word.startsWith(wanted));
  return people
    .filter(({ name }) => name.toLowerCase().startsWith(wanted) || begins(name.toLowerCase()))
    .slice(0, 6);
}

/** Who is named in a text, as `@Name`; of `Ann` and `Ann Lee` the longer one. */
export function mentionedIn(text: string, people: readonly Person[]): string[] {
  let left = text;
  const mentioned: string[] = [];
  for (const { id, name } of [...people].sort((a, b) => b.name.length - a.name.length)) {
    if (!left.includes(`@${name}`)) continue;
    mentioned.push(id);
    left = left.replaceAll(`@${name}`, ' ');
  }
  return mentioned;
}
