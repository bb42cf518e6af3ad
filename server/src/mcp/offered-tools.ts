import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';
import { grants } from '../core/scopes.js';
import type { Credential } from '../features/caller.js';
import type { Tool } from './tool.js';
import { toolGroups, tools } from './tools.js';

/** What a client asked for in the address: `/mcp?tools=read,export`, in groups or tools by name. */
type ChosenTools = ReadonlySet<string>;

const names = new Set(tools.map(({ name }) => name));
const groupNames = Object.keys(toolGroups) as (keyof typeof toolGroups)[];

/** All tools where nothing is chosen. */
export function chosenTools(given: string | undefined): ChosenTools {
  const asked = (given ?? '').split(',').map((name) => name.trim());
  const chosen = asked.filter(Boolean).flatMap((name) => {
    const group = groupNames.find((one) => one === name);
    if (group) return toolGroups[group].map((tool) => tool.name);
    if (!names.has(name)) throw unknownChoice(name);
    return [name];
  });
  return chosen.length > 0 ? new Set(chosen) : names;
}

/** Those of them that the scopes of a credential allow: a model does not try what it cannot do. */
export function offeredTools({ scopes }: Credential, chosen: ChosenTools): Tool[] {
  return tools.filter(({ name, scope }) => chosen.has(name) && grants(scopes, scope));
}

function unknownChoice(name: string) {
  return problem('invalid-request', say('agent-tools-unknown', { name: name.slice(0, 100) }), {
    fix: say('fix-agent-tools-unknown', { groups: groupNames.join(', ') }),
  });
}
