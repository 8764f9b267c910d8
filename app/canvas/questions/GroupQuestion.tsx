import type { Analysis, Refusal, Result } from '#engine';
import { newTaskId, wrapInContainer } from '#engine/edit';
import { type Children, CONTAINER_TYPES, TASK_TRAITS } from '#engine/model';
import { activeAnalysis, dispatch, select } from '../../session/index.ts';
import { CommandMenu, KindIcon } from '../../ui/index.ts';
import { currentLayout } from '../state/arrangement.ts';

/** How the tasks of a container run, in the order the containers are offered. */
const HINTS = {
  sequence: 'Steps as one, in order',
  parallel: 'All in parallel',
  item: 'For each item of a list',
} satisfies Record<Exclude<Children, 'none'>, string>;

const KINDS = Object.entries(HINTS).flatMap(([children, hint]) =>
  CONTAINER_TYPES.filter((type) => TASK_TRAITS[type].children === children).map((type) => ({ type, hint })),
);

export interface GroupQuestionProps {
  readonly analysis: Analysis;
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** The container tasks go into. What is not possible says why. */
export function GroupQuestion({ analysis, ids, onDone }: GroupQuestionProps) {
  const items = KINDS.map(({ type, hint }) => {
    const plain: Result<unknown, Refusal> = wrapInContainer(analysis, { ids, type });
    const heal = !plain.ok;
    const asked: Result<unknown, Refusal> = heal ? wrapInContainer(analysis, { ids, type, heal }) : plain;
    return {
      id: type,
      label: TASK_TRAITS[type].title,
      keywords: [type],
      hint: !asked.ok ? asked.error.message : heal ? 'Lines between them are removed' : hint,
      isDisabled: !asked.ok,
      icon: <KindIcon kind={type} size="plain" />,
      onSelect: () => {
        onDone();
        const now = activeAnalysis('resolved');
        if (!now) return;
        const id = newTaskId(now, { type });
        const isDone = dispatch(wrapInContainer(now, { ids, type, heal, layout: currentLayout() }));
        if (isDone) select({ tasks: [id], origin: 'canvas' });
      },
    };
  });
  const possible = items.filter(({ isDisabled }) => !isDisabled);
  return (
    <CommandMenu
      label="Kinds of containers"
      placeholder={ids.length === 1 ? `Group ${ids[0] ?? ''} into…` : `Group ${ids.length} tasks into…`}
      groups={[
        { heading: 'Group into', items: possible },
        { heading: 'Not possible', items: joinReasons(items.filter(({ isDisabled }) => isDisabled)) },
      ]}
    />
  );
}

/** Items with one reason become one: it is said once. */
function joinReasons<Item extends { readonly label: string; readonly hint: string }>(
  items: readonly Item[],
): readonly Item[] {
  const byReason = new Map<string, Item>();
  for (const item of items) {
    const before = byReason.get(item.hint);
    byReason.set(item.hint, before ? { ...before, label: `${before.label}, ${item.label.toLowerCase()}` } : item);
  }
  return [...byReason.values()];
}
