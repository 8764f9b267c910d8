import { parseReference } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { fixBySetting } from '../../subject/fixes.ts';
import type { FieldRule, Finding, Subject } from '../../subject/Rule.ts';

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
  const { agents, tools } = subject.analysis.workflow;
  const text = written.trim();
  const ids = [...agents.map(({ id }) => `agent:${id}`), ...tools.map(({ id }) => `tool:${id}`)];
  const meant = ids.find((id) => id.slice(id.indexOf(':') + 1) === text);
  const message = `"${text}" is not a reference: write repo:package, such as "core:http", or "agent:" or "tool:" and an id.`;
  if (meant === undefined) return { code: 'INVALID_REFERENCE', path, message };
  return {
    code: 'INVALID_REFERENCE',
    path,
    message: `${message} Did you mean "${meant}"?`,
    fixes: fixBySetting(subject, path, meant, `Change to ${meant}`),
  };
}
