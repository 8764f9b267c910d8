import type { Analysis } from '#engine';
import { replaceTask } from '#engine/edit';
import { activeAnalysis, dispatch, session } from '../../session/index.ts';
import { listTaskChoices, namedTools } from '../../session/workspace/index.ts';
import { CommandMenu } from '../../ui/index.ts';
import { currentLayout } from '../state/arrangement.ts';
import { choiceGroups } from './choiceGroups.tsx';

export interface ReplaceQuestionProps {
  readonly analysis: Analysis;
  readonly id: string;
  readonly onDone: () => void;
}

/** What takes the place of a task; its id, its lines and what still fits stay. */
export function ReplaceQuestion({ analysis, id, onDone }: ReplaceQuestionProps) {
  const groups = choiceGroups(listTaskChoices(analysis.workflow, namedTools(session.getState())), (draft) => {
    onDone();
    const now = activeAnalysis('resolved');
    if (now) dispatch(replaceTask(now, { id, draft, layout: currentLayout() }));
  });
  return <CommandMenu label="Tasks" placeholder={`Replace ${id} with…`} groups={groups} />;
}
