import type { ModelBinding } from './ModelBinding.ts';
import type { monaco } from './monaco.ts';

const bindings = new Set<ModelBinding>();

/** Makes a binding known to the language providers, which Monaco calls with a model. Answers with a function that ends it. */
export function addBinding(binding: ModelBinding): () => void {
  bindings.add(binding);
  return () => bindings.delete(binding);
}

/** The text and places of a model; null for models that are not ours. */
export function findCurrent(model: monaco.editor.ITextModel): NonNullable<ReturnType<ModelBinding['current']>> | null {
  for (const binding of bindings) {
    const current = binding.current();
    if (current?.model === model) return current;
  }
  return null;
}
