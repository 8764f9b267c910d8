import { type Analysis, newTaskId, type Refusal, type Result, wrapInContainer } from '#engine';
import { commandAnalysis, dispatch, select } from '../../session/index.ts';
import { CommandMenu, KindIcon } from '../../ui/index.ts';
import { currentLayout } from '../hooks/edits.ts';

const KINDS = [
  ['composite', 'Composite', 'Steps as one, in order'],
  ['parallel', 'Parallel', 'All at once'],
  ['collection', 'Collection', 'For each item of a list'],
] as const;

export interface GroupQuestionProps {
  readonly analysis: Analysis;
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** What container tasks go into. What the workflow does not allow says why when it is chosen. */
export function GroupQuestion({ analysis, ids, onDone }: GroupQuestionProps) {
  const items = KINDS.map(([type, label, hint]) => {
    const plain: Result<unknown, Refusal> = wrapInContainer(analysis, { ids, type });
    const heal = !plain.ok;
    const asked: Result<unknown, Refusal> = heal ? wrapInContainer(analysis, { ids, type, heal }) : plain;
    return {
      id: type,
      label,
      hint: !asked.ok ? 'Not possible here' : heal ? 'Lines between them go' : hint,
      icon: <KindIcon kind={type} size="plain" />,
      onSelect: () => {
        onDone();
        const now = commandAnalysis();
        if (!now) return;
        const id = newTaskId(now, { type });
        const isDone = dispatch(wrapInContainer(now, { ids, type, heal, layout: currentLayout() }));
        if (isDone) select({ tasks: [id], origin: 'canvas' });
      },
    };
  });
  return (
    <CommandMenu
      label="Kinds of containers"
      placeholder={ids.length === 1 ? `Group ${ids[0] ?? ''} into…` : `Group ${ids.length} tasks into…`}
      groups={[{ heading: 'Group into', items }]}
    />
  );
}
