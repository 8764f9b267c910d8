import { equalJson, toJson } from '../../base/index.ts';
import type { Rule } from '../Rule.ts';

/** Memories of one id: they are one store, so they must be written alike (format.md 9). */
export const checkMemories: Rule = function* ({ analysis }) {
  const { memory, agents } = analysis.workflow;
  const memories = [memory, ...agents.map((agent) => agent.memory)].filter((found) => found !== null);
  const first = new Map([...memories].reverse().map((found) => [found.id, found] as const));
  for (const { id, data, path } of memories) {
    const other = first.get(id);
    if (id === '' || other === undefined || equalJson(toJson(other.data), toJson(data))) continue;
    const message = `There is another memory "${id}" with other settings, and the same id means the same store. Write both alike, or choose another id.`;
    yield { code: 'MEMORY_MISMATCH', path: [...path, 'id'], message };
  }
};
