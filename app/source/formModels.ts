import type { Completer, FieldCompletion } from '../ui/index.ts';
import { LANGUAGE, SCRIPT } from './languages.ts';
import { monaco } from './monaco.ts';

/** What completes the texts of forms that are open in an editor; Monaco asks with a model alone. */
const completers = new WeakMap<monaco.editor.ITextModel, Completer>();

/** Lets a text of a form be completed. Answers with what ends it. */
export function completeForm(model: monaco.editor.ITextModel, complete: Completer): () => void {
  completers.set(model, complete);
  return () => completers.delete(model);
}

/** Asks what completes the texts of forms. Call once. */
export function registerFormCompletion(): void {
  monaco.languages.registerCompletionItemProvider([LANGUAGE, SCRIPT], {
    triggerCharacters: [' ', '.', '[', '"', "'", '|', '-', '/'],
    async provideCompletionItems(model, position) {
      const complete = completers.get(model);
      const text = model.getValue(monaco.editor.EndOfLinePreference.LF);
      const items = (await complete?.(text, model.getOffsetAt(position))) ?? [];
      return { suggestions: items.map((item, index) => toSuggestion(model, item, index)) };
    },
  });
}

function toSuggestion(
  model: monaco.editor.ITextModel,
  { label, detail, documentation, insert, start, end, stop }: FieldCompletion,
  index: number,
): monaco.languages.CompletionItem {
  const { KeepWhitespace, InsertAsSnippet } = monaco.languages.CompletionItemInsertTextRule;
  const { Field } = monaco.languages.CompletionItemKind;
  const snippet =
    stop === undefined
      ? insert
      : `${escape(insert.slice(0, stop.start))}\${1:${escape(insert.slice(stop.start, stop.end))}}${escape(insert.slice(stop.end))}`;
  return {
    label: { label, description: detail },
    kind: Field,
    insertText: snippet,
    insertTextRules: stop === undefined ? KeepWhitespace : KeepWhitespace | InsertAsSnippet,
    filterText:
      model
        .getValue()
        .slice(start, end)
        .match(/^[.[?'"]+/)?.[0]
        .concat(label) ?? label,
    sortText: String(index).padStart(5, '0'),
    range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
    ...(documentation === '' ? {} : { documentation: { value: documentation } }),
  };
}

function escape(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}
