import { type ReactNode, useMemo, useState } from 'react';
import { downloadText } from '../platform/index.ts';
import { notify, useAnalysis, useSession } from '../session/index.ts';
import { askMemory, askToTrustMemory, canAskMemory, showMemory } from '../session/workspace/index.ts';
import {
  BrainIcon,
  DownloadIcon,
  EllipsisIcon,
  RotateCwIcon,
  ShieldQuestionMarkIcon,
  Trash2Icon,
} from '../ui/icons.ts';
import { Button, EmptyState, IconButton, Menu, Panel, Select, Spinner } from '../ui/index.ts';
import { describeStorage, listMemories, type MemoryChoice } from './listMemories.ts';
import styles from './MemoryPanel.module.css';
import { MemoryView } from './MemoryView.tsx';
import { ClearQuestion } from './ThreadView.tsx';
import { useAnswer } from './useAnswer.ts';

const LIST = { op: 'list' } as const;

/** What memories hold: threads, their messages, working memory, and what a search would recall. */
export function MemoryPanel(): ReactNode {
  const analysis = useAnalysis('drawn');
  const wanted = useSession((state) => state.workspace.memory);
  // Read again when a run starts or ends: then there may be more.
  const run = useSession((state) =>
    state.run.shown === null ? '' : `${state.run.shown.runId} ${state.run.shown.view.status}`,
  );
  const [asked, setAsked] = useState(0);
  const [isClearing, setIsClearing] = useState(false);
  const round = `${run} ${asked}`;
  const refresh = () => setAsked((count) => count + 1);
  const kept = useAnswer(LIST, round);
  const choices = useMemo(() => listMemories(analysis, kept.answer ?? []), [analysis, kept.answer]);
  const chosen = choices.find(({ key }) => key === wanted) ?? choices[0];
  const mayAsk = useSession((state) => chosen === undefined || canAskMemory(state, chosen.memory));
  if (chosen === undefined) {
    return (
      <Panel title="Memory">
        {kept.isAsking ? <Spinner label="Looking for memories" /> : <NoMemory problem={kept.problem} />}
      </Panel>
    );
  }
  return (
    <Panel
      title="Memory"
      actions={
        mayAsk && (
          <>
            <IconButton size="small" label="Read the memory again" icon={<RotateCwIcon />} onClick={refresh} />
            <Menu
              align="end"
              trigger={<IconButton size="small" label="More for the memory" icon={<EllipsisIcon />} />}
              entries={[
                { label: 'Export as JSON', icon: <DownloadIcon />, onSelect: () => void save(chosen) },
                'separator',
                { label: 'Clear all…', icon: <Trash2Icon />, isDanger: true, onSelect: () => setIsClearing(true) },
              ]}
            />
          </>
        )
      }
      footer={<p className={styles.note}>{describeStorage(chosen.storage)}</p>}
    >
      <Select
        aria-label="Which memory"
        value={chosen.key}
        options={choices.map(({ key, id, owner }) => ({ value: key, label: id || 'without id', hint: owner }))}
        onChange={(key) => {
          setIsClearing(false);
          showMemory(key);
        }}
      />
      {mayAsk && isClearing && (
        <ClearQuestion
          question={`Clear all of the memory ${chosen.id}?`}
          memory={chosen.memory}
          threadId={null}
          onDone={(isCleared) => {
            setIsClearing(false);
            if (isCleared) refresh();
          }}
        />
      )}
      {mayAsk ? (
        <MemoryView key={chosen.key} choice={chosen} round={round} onChanged={refresh} />
      ) : (
        <NotTrusted memory={chosen.memory} />
      )}
    </Panel>
  );
}

/** Looking at the panel is no leave to call what a stranger's file names. */
function NotTrusted({ memory }: Pick<MemoryChoice, 'memory'>): ReactNode {
  return (
    <EmptyState
      icon={<ShieldQuestionMarkIcon />}
      title="Not read yet"
      actions={<Button onClick={() => void askToTrustMemory(memory)}>See what it would reach</Button>}
    >
      This memory is kept where a file from outside says. It is not called before you trust that file.
    </EmptyState>
  );
}

function NoMemory({ problem }: { readonly problem: string | null }): ReactNode {
  if (problem !== null) return <EmptyState title="Memories cannot be read">{problem}</EmptyState>;
  return (
    <EmptyState icon={<BrainIcon />} title="No memory yet">
      With memory, agents remember conversations from run to run. Add it under Agents, tools and memory.
    </EmptyState>
  );
}

/** Saves a memory as a file on the disk; a problem is shown. */
async function save({ id, memory }: MemoryChoice): Promise<void> {
  const exported = await askMemory({ op: 'export', memory }, 'asking');
  if (!exported.ok) return notify({ kind: 'error', message: exported.error });
  const name = id.replaceAll(/[^\w.-]+/g, '-') || 'memory';
  downloadText(`${name}-memory.json`, `${JSON.stringify(exported.value, null, 2)}\n`);
}
