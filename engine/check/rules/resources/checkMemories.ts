import { type Data, equalJson, findClosest, isDataMap, toJson } from '../../../base/index.ts';
import { type Memory, parseReference, toReference } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { defaultEmbeddingModel, embeddingSizeOf, MEMORY_BACKENDS, type MemoryPart } from '../../../tools/index.ts';
import { type Finding, fixBySetting, type Rule, type Subject } from '../../subject/Rule.ts';

/** Memories: of one id they are one store, so they must be written alike; their parts, and the size of their vectors (format.md 9). */
export const checkMemories: Rule = function* (subject) {
  const { memory, agents } = subject.analysis.workflow;
  const memories = [memory, ...agents.map((agent) => agent.memory)].filter((found) => found !== null);
  const first = new Map([...memories].reverse().map((found) => [found.id, found] as const));
  for (const found of memories) {
    yield* checkParts(found, subject);
    const { id, data, path } = found;
    const other = first.get(id);
    if (id === '' || other === undefined || equalJson(toJson(other.data), toJson(data))) continue;
    const message = `There is another memory "${id}" with other settings, and the same id means the same store. Write both alike, or choose another id.`;
    yield { code: 'MEMORY_MISMATCH', path: [...path, 'id'], message };
  }
};

function* checkParts({ data, path }: Memory, subject: Subject): Iterable<Finding> {
  for (const part of ['storage', 'vector', 'embedder'] as const) {
    const settings = data.get(part);
    const use = isDataMap(settings) ? readUse(part, settings.get('use')) : null;
    const known = Object.keys(MEMORY_BACKENDS[part]);
    if (use === null || use.includes('{{') || known.includes(use)) continue;
    yield unknownBackend({ part, use, known, path: [...path, part, 'use'] }, subject);
  }
  yield* checkDimensions(data, path);
}

/** All of them have one version: with any, a reference means the same. A provider may be written alone: `openai`. */
function readUse(part: MemoryPart, use: Data | undefined): string | null {
  if (typeof use === 'string') {
    const reference = parseReference(use);
    if (reference !== null) return `${reference.repo}:${reference.package}`;
    // What is neither is reported as no reference.
    return part === 'embedder' && /^\s*[\w-]+\s*$/.test(use) ? use.trim() : null;
  }
  const [repo, name] = isDataMap(use) ? [use.get('repo'), use.get('package')] : [];
  return typeof repo === 'string' && typeof name === 'string' ? (toReference(repo, name, null)?.text ?? null) : null;
}

interface UnknownBackend {
  readonly part: string;
  readonly use: string;
  readonly known: readonly string[];
  readonly path: Path;
}

function unknownBackend({ part, use, known, path }: UnknownBackend, subject: Subject): Finding {
  const kind = part === 'vector' ? 'vector store' : part;
  const provider = known.find((name) => use.startsWith(`${name}:`));
  const near = provider ?? findClosest(use, known);
  const message = `There is no ${kind} "${use}": a run that needs the memory fails. Use one of ${known.join(', ')}.`;
  if (near === undefined) return { code: 'UNKNOWN_BACKEND', path, message };
  return {
    code: 'UNKNOWN_BACKEND',
    path,
    message: `${message} Did you mean "${near}"?`,
    fixes: fixBySetting(subject, path, near, `Change to ${near}`),
  };
}

/** Vectors that are not as long as the store expects are refused by a run: of known models the length is checked here already. */
function* checkDimensions(data: Memory['data'], path: Path): Iterable<Finding> {
  const [vector, embedder] = [data.get('vector'), data.get('embedder')];
  const dimensions = isDataMap(vector) ? vector.get('dimensions') : null;
  const use = isDataMap(embedder) ? readUse('embedder', embedder.get('use')) : null;
  if (!isDataMap(embedder) || use === null || typeof dimensions !== 'number') return;
  const config = embedder.get('config');
  const named = isDataMap(config) ? config.get('model') : null;
  const fallback = defaultEmbeddingModel(use);
  if (fallback === null) return;
  const model = typeof named === 'string' && named !== '' ? named : fallback;
  const known = embeddingSizeOf(model);
  if (known === undefined) return;
  const { size, isMost } = known;
  if (isMost ? dimensions <= size : dimensions === size) return;
  const message = `The model ${model} makes vectors of ${isMost ? 'at most ' : ''}${size} dimensions, and the store expects ${dimensions}: a run that needs the memory fails. Write ${size}.`;
  yield { code: 'WRONG_DIMENSIONS', path: [...path, 'vector', 'dimensions'], message };
}
