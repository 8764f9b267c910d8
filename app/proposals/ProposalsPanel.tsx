import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useIsReadOnly, useSession } from '../session/index.ts';
import {
  acceptsProven,
  onAcceptsProven,
  paintProposals,
  previewProposed,
  type ShownProposal,
  setAcceptsProven,
} from '../session/proposals/index.ts';
import { MessageSquarePlusIcon } from '../ui/icons.ts';
import { EmptyState, Panel, Switch } from '../ui/index.ts';
import { BranchPicker } from './BranchPicker.tsx';
import { ProposalCard } from './ProposalCard.tsx';
import styles from './proposals.module.css';
import { useProposals } from './useProposals.ts';

/** Two texts of a file to be compared in the whole window. */
export interface CompareProps {
  readonly label: string;
  readonly path: string;
  readonly title: string;
  readonly afterTitle: string;
  readonly before: string;
  readonly after: string;
  readonly onClose: () => void;
}

export interface ProposalsPanelProps {
  /** Shows two texts with what differs; given by the app, since features do not import each other. */
  readonly Compare: ComponentType<CompareProps>;
}

interface Compared {
  readonly path: string;
  readonly after: string;
}

/** Lets the person choose that what is proven need not wait for them. */
function AcceptProven(): ReactNode {
  const isOn = useSyncExternalStore(onAcceptsProven, acceptsProven);
  return (
    <label className={styles.proven}>
      <Switch checked={isOn} onChange={setAcceptsProven} />
      Automatically accept proposals that pass all tests and add no problems
    </label>
  );
}

/** What programs propose, change by change: each is accepted or rejected by itself. While it is open the cards are marked that they are about. */
export function ProposalsPanel({ Compare }: ProposalsPanelProps): ReactNode {
  const proposals = useProposals();
  const path = useSession((state) => state.document.activePath);
  const files = useSession((state) => state.document.workspace.files);
  const isReadOnly = useIsReadOnly() !== null;
  const [compared, setCompared] = useState<Compared | null>(null);
  useEffect(() => paintProposals(path, proposals), [path, proposals]);
  useEffect(() => () => paintProposals(null, []), []);

  async function compare(proposal: ShownProposal, index: number, file: string): Promise<void> {
    const after = (await previewProposed(proposal, [index]))?.get(file);
    if (after !== undefined) setCompared({ path: file, after });
  }

  return (
    <Panel
      title="Proposed changes"
      footer={
        <>
          <BranchPicker />
          <AcceptProven />
          <p className={styles.note}>Nothing changes until you accept it, and you can undo what you accepted.</p>
        </>
      }
    >
      {proposals.length === 0 && (
        <EmptyState icon={<MessageSquarePlusIcon />} title="Nothing is proposed">
          Proposals from a model (Describe it) or from a coding agent that uses “signalbox mcp” in this folder appear
          here.
        </EmptyState>
      )}
      {proposals.map((proposal) => (
        <ProposalCard
          key={proposal.id}
          proposal={proposal}
          isReadOnly={isReadOnly}
          onCompare={(index, file) => void compare(proposal, index, file)}
        />
      ))}
      {compared !== null && (
        <Compare
          label={`Proposed change of ${compared.path} next to the current text`}
          path={compared.path}
          title="Now"
          afterTitle="Proposed"
          before={files.get(compared.path) ?? ''}
          after={compared.after}
          onClose={() => setCompared(null)}
        />
      )}
    </Panel>
  );
}
