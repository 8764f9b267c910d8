import { openDiff } from './openDiff.ts';
import { type CompareProps, ProposalsPanel } from './proposals/ProposalsPanel.tsx';
import { CompareScreen } from './versions/CompareScreen.tsx';

/** What programs propose, with the editor that compares texts. */
export function Proposals() {
  return <ProposalsPanel Compare={Compare} />;
}

function Compare(props: CompareProps) {
  return <CompareScreen {...props} open={openDiff} />;
}
