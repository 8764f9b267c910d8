import type { TaskDraft } from '#engine/edit';
import type { listTaskChoices } from '../../session/workspace/index.ts';
import { type CommandGroup, KindIcon } from '../../ui/index.ts';

/** Everything that can be added, as groups of a list to choose from. */
export function choiceGroups(
  groups: ReturnType<typeof listTaskChoices>,
  onChoose: (draft: TaskDraft) => void,
): readonly CommandGroup[] {
  return groups.map(({ heading, choices }) => ({
    heading,
    items: choices.map(({ id, label, description, words, kind, draft }) => ({
      id,
      label,
      hint: description,
      keywords: words,
      icon: <KindIcon kind={kind} size="plain" />,
      onSelect: () => onChoose(draft),
    })),
  }));
}
