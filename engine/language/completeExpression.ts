import { FUNCTIONS, ROOTS } from '../expression/index.ts';
import { rootShape, type Shape, type ShapeScope, walkShape } from '../types/index.ts';
import { expressionContext } from './expressionAt.ts';
import type { CompletionItem } from './LanguageItem.ts';

/** A key that may stand after a dot; any other stands in brackets. */
const DOT_KEY = /^[A-Za-z_$][\w$]*(?:-[\w$]+)*$/;

/** Proposals for the expression that begins at `start`, with the cursor at `offset` of the document. */
export function completeExpression(scope: ShapeScope, start: number, offset: number): readonly CompletionItem[] {
  const { text } = scope.analysis.syntax;
  const context = expressionContext(text, start, offset);
  if (context === null) return [];
  if (context.kind === 'name') {
    const functions = FUNCTIONS.map(
      (fn): CompletionItem => ({
        label: fn.name,
        kind: 'function',
        detail: fn.signature.slice(fn.name.length),
        documentation: fn.description,
        insertText: context.isPiped ? fn.name : `${fn.name}(`,
        range: context.typed,
      }),
    );
    return context.isPiped ? functions : [...parameters(context), ...roots(scope, context.typed), ...functions];
  }
  const shape = rootShape(scope, context.root);
  const members = shape === undefined ? undefined : walkShape(shape, context.path)?.members;
  const items = [...(members ?? [])].map(([name, read]) => memberItem(scope, context, name, read()));
  // Editors replace within one line only.
  return items.filter((item) => !/[\r\n]/.test(text.slice(item.range.start, item.range.end)));
}

type NameContext = Extract<NonNullable<ReturnType<typeof expressionContext>>, { kind: 'name' }>;
type MemberContext = Extract<NonNullable<ReturnType<typeof expressionContext>>, { kind: 'member' }>;

function parameters(context: NameContext): CompletionItem[] {
  return context.parameters.map((name) => ({
    label: name,
    kind: 'member',
    detail: 'parameter',
    documentation: '',
    insertText: name,
    range: context.typed,
  }));
}

function roots(scope: ShapeScope, typed: NameContext['typed']): CompletionItem[] {
  return ROOTS.map((root) => ({
    label: root.name,
    kind: 'root',
    detail: rootShape(scope, root.name)?.type ?? root.type,
    documentation: root.description,
    insertText: root.name,
    range: typed,
  }));
}

function memberItem({ analysis }: ShapeScope, context: MemberContext, name: string, shape: Shape): CompletionItem {
  const { range, insertText } = placeMember(analysis.syntax.text, context, name);
  const isTask = context.root === 'tasks' && context.path.length === 0;
  return {
    label: name,
    kind: isTask ? 'task' : 'member',
    detail: isTask ? shape.description : shape.type,
    documentation: isTask ? '' : shape.description,
    insertText,
    range,
  };
}

/** A key that cannot stand after a dot takes the place of the dot as `['key']`. */
function placeMember(text: string, context: MemberContext, name: string): Pick<CompletionItem, 'insertText' | 'range'> {
  if (context.isQuoted) {
    const quote = text.charAt(context.typed.start - 1);
    return { insertText: name.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`), range: context.typed };
  }
  if (DOT_KEY.test(name)) return { insertText: name, range: context.typed };
  const key = name.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return { insertText: `['${key}']`, range: { start: context.dot, end: context.typed.end } };
}
