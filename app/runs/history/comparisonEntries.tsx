import { openComparison } from '../../session/relatedRuns/index.ts';
import { GitCompareIcon } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/index.ts';

/** What compares a run of the history: with the run on the canvas, if there is another one, and with one that is chosen then. */
export function comparisonEntries(runId: string, shown: string | null): readonly MenuEntry[] {
  const icon = <GitCompareIcon />;
  const withShown: MenuEntry = {
    label: 'Compare with the run on the canvas',
    icon,
    onSelect: () => openComparison(runId, shown),
  };
  return [
    ...(shown === null || shown === runId ? [] : [withShown]),
    { label: 'Compare with…', icon, onSelect: () => openComparison(runId) },
  ];
}
