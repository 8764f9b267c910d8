import type { ReactNode } from 'react';
import type { Path } from '#engine';
import { BUILT_INS, builtInUse, MEMORY_BACKENDS, type Workflow } from '#engine/model';
import { type Data, isDataMap } from '#engine/values';
import { useAnalysis, useIsReadOnly } from '../../session/index.ts';
import { type NamedTool, useNamedTools } from '../../session/workspace/index.ts';
import { Combobox, type ComboboxOption, KindIcon } from '../../ui/index.ts';
import { commitField } from '../parts/edit.ts';
import { formatScalar } from '../parts/scalarText.ts';
import { YamlPart } from '../parts/YamlPart.tsx';

export interface UseFieldProps {
  readonly path: Path;
  readonly value: Data | undefined;
  /** Placeholder of the empty field. */
  readonly placeholder?: string | undefined;
}

/** What a task or a definition runs: an agent or tool of this workflow, a built-in, or any reference as text. */
export function UseField({ path, value, placeholder }: UseFieldProps): ReactNode {
  const analysis = useAnalysis('own');
  const isReadOnly = useIsReadOnly() !== null;
  const mcpTools = useNamedTools();
  if (!analysis) return null;
  if (isDataMap(value)) return <YamlPart path={path} label="use" />;
  const isOfTask = path[0] === 'tasks';
  const options = isOfTask ? optionsForTask(analysis.workflow, mcpTools) : optionsForDefinition(path, mcpTools);
  return (
    <Combobox
      aria-label="Uses"
      value={formatScalar(value)}
      options={options}
      placeholder={placeholder ?? (isOfTask ? 'Nothing: passes its input through' : 'core:http')}
      disabled={isReadOnly}
      onCommit={(text) => commitField(path, text.trim() === '' ? undefined : findMeant(text.trim(), options))}
    />
  );
}

/** The one option that a name without its `core:` or `tool:` means; else the text itself. */
function findMeant(text: string, options: readonly ComboboxOption[]): string {
  if (text.includes(':') || text.includes('/')) return text;
  const named = options.filter(({ value }) => value.slice(value.indexOf(':') + 1) === text);
  const like = options.filter(({ value }) => value.toLowerCase().includes(text.toLowerCase()));
  const [only, more] = named.length > 0 ? named : like;
  return only !== undefined && more === undefined ? only.value : text;
}

/** Agents and tools of the workflow first, then the built-ins and the tools of MCP servers. */
function optionsForTask({ agents, tools }: Workflow, mcpTools: readonly NamedTool[]): readonly ComboboxOption[] {
  return [
    ...agents.map(({ id, config }): ComboboxOption => {
      const model = config?.get('model');
      const hint = typeof model === 'string' ? model : 'agent';
      return { value: `agent:${id}`, hint, icon: <KindIcon kind="agent" size="plain" /> };
    }),
    ...tools.map(
      ({ id, use }): ComboboxOption => ({
        value: `tool:${id}`,
        hint: use?.text ?? 'tool',
        icon: <KindIcon kind="tool" size="plain" />,
      }),
    ),
    ...builtIns(mcpTools),
  ];
}

function optionsForDefinition(path: Path, mcpTools: readonly NamedTool[]): readonly ComboboxOption[] {
  if (path.at(-3) === 'agents') return [{ value: 'core:agent', hint: 'the built-in agent' }];
  if (path.includes('memory')) return backendsFor(path.at(-2));
  return builtIns(mcpTools);
}

/** The backends of a part of a memory: what keeps its threads, what keeps its vectors, what makes them. */
function backendsFor(part: Path[number] | undefined): readonly ComboboxOption[] {
  const known = Object.entries(MEMORY_BACKENDS).find(([name]) => name === part)?.[1] ?? {};
  return Object.keys(known).map((value) => ({ value, hint: value.startsWith('core:') ? 'built-in' : 'service' }));
}

function builtIns(mcpTools: readonly NamedTool[]): readonly ComboboxOption[] {
  const icon = <KindIcon kind="tool" size="plain" />;
  return [
    ...BUILT_INS.map((tool) => ({
      value: builtInUse(tool),
      hint: tool.summary,
      icon: <KindIcon kind={`core:${tool.name}`} size="plain" />,
    })),
    ...mcpTools.map(({ use }) => ({ value: use, hint: 'MCP server', icon })),
  ];
}
