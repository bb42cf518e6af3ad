import { anthropicWire } from './anthropic-wire.js';
import { type HttpModelOptions, httpModel } from './http-model.js';
import type { Model } from './model.js';
import { openAiWire } from './openai-wire.js';
import type { Wire } from './wire.js';

/** The operator's settings, as the configuration names them. */
interface ModelSettings {
  modelUrl: string | undefined;
  modelName: string | undefined;
  modelKey: string | undefined;
}

/** The model of the service, or undefined if none is set up. */
export function openModel(
  { modelUrl, modelName, modelKey }: ModelSettings,
  options: HttpModelOptions = {},
): Model | undefined {
  if (modelUrl === undefined || modelName === undefined) return undefined;
  return httpModel({ ...placeOf(modelUrl), name: modelName, key: modelKey }, options);
}

export interface ModelPlace {
  wire: Wire;
  endpoint: string;
}

/**
 * Which API a model is served by and where. A path may name the call itself. Otherwise a word `anthropic` in host or
 * path tells Anthropic's API, which other servers of models offer too; everything else speaks OpenAI's.
 */
export function placeOf(modelUrl: string): ModelPlace {
  const { hostname, pathname } = new URL(modelUrl);
  const openAi = openAiWire(isOpenAi(hostname) ? 'max_completion_tokens' : 'max_tokens');
  if (pathname.endsWith('/messages')) return { wire: anthropicWire, endpoint: modelUrl };
  if (pathname.endsWith('/chat/completions')) return { wire: openAi, endpoint: modelUrl };
  if (`${hostname}${pathname}`.split(/[./]/).includes('anthropic')) {
    const base = /\/v\d+$/.test(pathname) ? modelUrl : `${modelUrl}/v1`;
    return { wire: anthropicWire, endpoint: `${base}/messages` };
  }
  const base = pathname === '/' ? `${modelUrl}/v1` : modelUrl;
  return { wire: openAi, endpoint: `${base}/chat/completions` };
}

function isOpenAi(hostname: string): boolean {
  return hostname === 'api.openai.com' || hostname.endsWith('.openai.azure.com');
}
