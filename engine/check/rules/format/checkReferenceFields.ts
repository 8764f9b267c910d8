import { parseReference } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { builtInNamed, builtInUse, MODEL_PROVIDERS } from '../../../tools/index.ts';
import { type FieldRule, type Finding, fixBySetting, type Subject } from '../../subject/Rule.ts';

/** Texts in the place of a reference that are none. */
export const checkReferenceFields: FieldRule = function* (fields, subject) {
  for (const { path, part, kind } of fields) {
    if (kind !== 'reference' || typeof part !== 'string' || parseReference(part) !== null) continue;
    // An embedder may be a provider by its bare name; the rule of memories knows which there are.
    const isEmbedder = path.at(-2) === 'embedder' && /^\s*[\w-]+\s*$/.test(part);
    if (!isEmbedder) yield reference(path, part, subject);
  }
};

function reference(path: Path, written: string, subject: Subject): Finding {
  const text = written.trim();
  const meant = findMeant(path, text, subject);
  const message = text.includes('{{')
    ? '“use” cannot be a template: what a task runs is fixed before the run. To choose, let a task of type decision lead to one task for each.'
    : `"${text}" is not a reference: write repo:package, such as "core:http", or "agent:" or "tool:" and an id.`;
  if (meant === undefined) return { code: 'INVALID_REFERENCE', path, message };
  return {
    code: 'INVALID_REFERENCE',
    path,
    message: `${message} Did you mean "${meant}"?`,
    fixes: fixBySetting(subject, path, meant, `Change to ${meant}`),
  };
}

/** The reference that a word stands for: an agent or a tool by its id alone, a built-in by its name alone. */
function findMeant(path: Path, text: string, { analysis }: Subject): string | undefined {
  const { agents, tools } = analysis.workflow;
  const ids = [...agents.map(({ id }) => `agent:${id}`), ...tools.map(({ id }) => `tool:${id}`)];
  const plain = text.replace(/^(agent|tool)s?\s*[./ ]\s*/i, (_, kind: string) => `${kind.toLowerCase()}:`);
  const own = ids.find((id) => id === plain || id.slice(id.indexOf(':') + 1) === text);
  if (own !== undefined) return own;
  const isAgent = path[0] === 'agents' && path.length === 3;
  if (isAgent) return MODEL_PROVIDERS.includes(text.toLowerCase()) ? 'core:agent' : undefined;
  const builtIn = builtInNamed(text.toLowerCase());
  return builtIn === undefined ? undefined : builtInUse(builtIn);
}
