import { type ReactNode, useState } from 'react';
import type { Path } from '#engine';
import { readField } from '#engine/edit';
import { BUILT_INS, builtInUse } from '#engine/model';
import { type Data, isDataMap, toData } from '#engine/values';
import { useAnalysis, useIsReadOnly } from '../../session/index.ts';
import { useNamedTools } from '../../session/workspace/index.ts';
import { CheckIcon, PlusIcon } from '../../ui/icons.ts';
import { Button, type CommandGroup, CommandMenu, KindIcon, Popover } from '../../ui/index.ts';
import { commitField } from '../parts/edit.ts';
import { Group } from '../parts/Group.tsx';
import { YamlPart } from '../parts/YamlPart.tsx';
import { ItemMarks } from './ItemRows.tsx';
import styles from './ToolPicker.module.css';

/** A tool that an agent could have: how it is named in a list, and the entry that gives it to the agent. */
interface Offer {
  readonly id: string;
  readonly hint: string;
  /** By which an entry that is written already is known. */
  readonly isEntry: (entry: Data) => boolean;
  readonly entry: () => Data;
}

/** The tools that an agent may call: those it has, and a list to choose from that stays open for several. */
export function ToolPicker({ path }: { readonly path: Path }): ReactNode {
  const analysis = useAnalysis('own');
  const isReadOnly = useIsReadOnly() !== null;
  const mcpTools = useNamedTools();
  const [isOpen, setIsOpen] = useState(false);
  const data = analysis ? readField(analysis.syntax, path) : undefined;
  if (!analysis) return null;
  if (data !== undefined && data !== null && !Array.isArray(data)) return <YamlPart path={path} label="Tools" />;
  const entries: readonly Data[] = data ?? [];
  const taken = new Set(entries.flatMap((entry) => idOf(entry) ?? []));

  function toItems(icon: 'tool' | 'agent', offers: readonly Offer[]): CommandGroup['items'] {
    return offers.map(({ id, hint, isEntry, entry }) => {
      const at = entries.findIndex(isEntry);
      return {
        id,
        label: id,
        hint: at < 0 ? hint : 'chosen',
        keywords: [hint],
        icon: at < 0 ? <KindIcon kind={icon} size="plain" /> : <CheckIcon />,
        onSelect: () =>
          at < 0 ? commitField([...path, entries.length], entry()) : commitField([...path, at], undefined),
      };
    });
  }

  const own = analysis.workflow.tools.map(
    ({ id, use }): Offer => ({
      id,
      hint: use?.text ?? 'tool',
      isEntry: (entry) => idOf(entry) === id,
      entry: () => toData({ id }),
    }),
  );
  return (
    <div className={styles.tools}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone.
        <Entry key={`${idOf(entry) ?? ''} ${index}`} path={path} entry={entry} index={index} count={entries.length} />
      ))}
      {!isReadOnly && (
        <Popover
          label="Tools to choose from"
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          trigger={
            <Button className={styles.add} variant="ghost" size="small" icon={<PlusIcon />}>
              Choose tools
            </Button>
          }
        >
          <CommandMenu
            label="Tools"
            placeholder="Find a tool"
            groups={[
              { heading: 'Of this workflow', items: toItems('tool', own) },
              {
                heading: 'Of MCP servers',
                items: toItems(
                  'tool',
                  mcpTools.map(({ use }) => ofUse(use, 'MCP server', { taken })),
                ),
              },
              {
                heading: 'Built in',
                items: toItems(
                  'tool',
                  BUILT_INS.map((tool) =>
                    ofUse(builtInUse(tool), tool.summary, {
                      taken,
                      schema: { input: tool.schema.input, output: tool.schema.output },
                    }),
                  ),
                ),
              },
            ]}
          />
        </Popover>
      )}
    </div>
  );
}

interface EntryProps {
  readonly path: Path;
  readonly entry: Data;
  readonly index: number;
  readonly count: number;
}

/** One tool of the agent: its name, where it comes from, and its own settings as YAML. */
function Entry({ path, entry, index, count }: EntryProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const id = idOf(entry);
  const isAlone = isDataMap(entry) && entry.size === 1 && id !== undefined;
  const marks = !isReadOnly && <ItemMarks list={path} index={index} of="tool" count={count} />;
  if (isAlone) {
    return (
      <div className={styles.entry} data-field={[...path, index].join('.')}>
        <KindIcon kind="tool" size="plain" />
        <span className={styles.name}>{id}</span>
        {marks}
      </div>
    );
  }
  return (
    <Group title={id ?? `Tool ${index + 1}`} startsClosed actions={marks}>
      <YamlPart path={[...path, index]} label={id ?? `Tool ${index + 1}`} />
    </Group>
  );
}

function idOf(entry: Data): string | undefined {
  const id = isDataMap(entry) ? entry.get('id') : undefined;
  return typeof id === 'string' ? id : undefined;
}

interface NewEntry {
  readonly taken: ReadonlySet<string>;
  readonly schema?: Parameters<typeof toData>[0];
}

/** What stands for a reference: an entry of its own with a free id. A model is told the schemas, so that they are written. */
function ofUse(use: string, hint: string, { taken, schema }: NewEntry): Offer {
  const name = use.slice(Math.max(use.lastIndexOf(':'), use.lastIndexOf('/')) + 1);
  return {
    id: use,
    hint,
    isEntry: (entry) => isDataMap(entry) && entry.get('use') === use,
    entry: () => toData({ id: freeName(name, taken), use, ...(schema === undefined ? {} : { schema }) }),
  };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`;
}
