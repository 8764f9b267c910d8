import type { Analysis } from '../../graph/index.ts';
import { childrenOf, resolveUse, type Task } from '../../model/index.ts';
import { findNode, findRange } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import type { DocumentSymbol } from '../places/LanguageItem.ts';

/** The outline of a document: its sections in the order of the text, with their definitions and nested tasks. */
export function documentSymbols(analysis: Analysis): readonly DocumentSymbol[] {
  const { workflow, syntax } = analysis;
  const { root } = syntax;
  if (root?.kind !== 'map') return [];
  return root.entries.map((entry) => {
    const symbol = (children: readonly DocumentSymbol[], detail = ''): DocumentSymbol => ({
      ...symbolAt(analysis, [entry.key], { name: entry.key, detail, kind: 'section' }),
      children,
    });
    switch (entry.key) {
      case 'tasks':
        return symbol(workflow.tasks.map((task) => taskSymbol(analysis, task)));
      case 'agents':
        return symbol(
          workflow.agents.map((agent) =>
            resourceSymbol(analysis, agent.path, { name: agent.id, detail: agent.use?.text ?? '', kind: 'agent' }),
          ),
        );
      case 'tools':
        return symbol(
          workflow.tools.map((tool) =>
            resourceSymbol(analysis, tool.path, { name: tool.id, detail: tool.use?.text ?? '', kind: 'tool' }),
          ),
        );
      case 'memory':
        return symbol([], workflow.memory?.id ?? '');
      default: {
        const node = findNode(syntax, [entry.key]);
        return symbol([], node?.kind === 'scalar' ? String(node.value ?? '') : '');
      }
    }
  });
}

type Heading = Pick<DocumentSymbol, 'name' | 'detail' | 'kind'>;

function taskSymbol(analysis: Analysis, task: Task): DocumentSymbol {
  const use = resolveUse(analysis.workflow, task);
  const type = task.type === 'unknown' ? (task.writtenType ?? '') : task.type;
  const detail = [type, use.kind === 'none' ? '' : (task.use?.text ?? '')].filter((part) => part !== '').join(' · ');
  const symbol = resourceSymbol(analysis, task.path, { name: task.id, detail, kind: 'task' });
  return { ...symbol, children: childrenOf(task).map((child) => taskSymbol(analysis, child)) };
}

function resourceSymbol(analysis: Analysis, path: Path, heading: Heading): DocumentSymbol {
  const whole = symbolAt(analysis, path, heading);
  const id = findRange(analysis.syntax, [...path, 'id'], 'value');
  const isInside = id.start >= whole.range.start && id.end <= whole.range.end;
  return isInside ? { ...whole, selection: id } : whole;
}

function symbolAt({ syntax }: Analysis, path: Path, heading: Heading): DocumentSymbol {
  const range = findRange(syntax, path, 'entry');
  return {
    ...heading,
    name: heading.name === '' ? '(no id)' : heading.name,
    range,
    selection: findRange(syntax, path, 'key'),
    children: [],
  };
}
