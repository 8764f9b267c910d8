import { analyze, holdsWorkflow } from '#engine';
import { isDataMap, type JsonObject, toJson } from '#engine/values';
import { session } from '../store/store.ts';
import type { AskedModel } from './describeIt.ts';

/** Settings of an agent that are about its own work. */
const OWN: ReadonlySet<string> = new Set(['mock', 'max_steps']);

/**
 * The models that agents of the workspace ask, each once, with the settings of the first agent that asks it: those of the active file come
 * first, and those of files that are not trusted last, so that none takes the place of a trusted one.
 */
export function listModels(): readonly AskedModel[] {
  const { activePath, workspace, untrusted } = session.getState().document;
  const paths = [...workspace.files.keys()].filter(holdsWorkflow);
  const found = new Map<string, AskedModel>();
  const rank = (path: string): number => (path === activePath ? 2 : 0) + (untrusted.has(path) ? 0 : 4);
  for (const path of paths.toSorted((a, b) => rank(b) - rank(a))) {
    for (const { config } of analyze(path, workspace.files.get(path) ?? '').workflow.agents) {
      const own = isDataMap(config) ? toJson(config) : null;
      if (own === null || typeof own !== 'object' || Array.isArray(own)) continue;
      const model = toModel(own as JsonObject, path);
      if (model !== null && !found.has(model.name)) found.set(model.name, model);
    }
  }
  return [...found.values()];
}

/** Null for the mock, which plays scripts, and for what a template names. */
function toModel(config: JsonObject, from: string): AskedModel | null {
  const { provider, model, url } = config;
  if (typeof provider !== 'string' || typeof model !== 'string' || provider === 'mock') return null;
  if (`${provider}${model}`.includes('{{')) return null;
  const settings = Object.fromEntries(Object.entries(config).filter(([key]) => !OWN.has(key)));
  const place = typeof url === 'string' ? ` at ${hostOf(url)}` : '';
  return { name: `${provider} ${model}${place}`, config: settings, from };
}

/** Where an address leads; all of it where that cannot be read. */
function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
