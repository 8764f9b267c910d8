import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { doAction } from '../actions/index.ts';
import { useIsReadOnly, useSession } from '../session/index.ts';
import {
  acceptsProven,
  currentConversation,
  currentProposals,
  currentWish,
  describeIt,
  onAcceptsProven,
  onConversation,
  onProposals,
  paintProposals,
  setWish,
  stopConversation,
} from '../session/proposals/index.ts';
import { SparklesIcon, XIcon } from '../ui/icons.ts';
import { Button, EmptyState, Field, IconButton, Panel, Select, TextArea } from '../ui/index.ts';
import styles from './assistant.module.css';
import { ConversationLog } from './ConversationLog.tsx';
import { MissingKeys, useMissingKeys } from './MissingKeys.tsx';
import { ModelChoice, NOTHING_CHOSEN, toModel } from './ModelChoice.tsx';

/** How often a model may be asked. */
const BOUNDS = ['8', '16', '32'] as const;

/** What was chosen lasts until the page is left. */
const last = { chosen: NOTHING_CHOSEN, bound: '16' };

/** Asks a model for changes of the workflow on screen, in a sentence. It answers with a proposal: nothing changes before that is accepted. */
export function AssistantPanel(): ReactNode {
  const conversation = useSyncExternalStore(onConversation, currentConversation);
  const proposals = useSyncExternalStore(onProposals, currentProposals);
  const isAutomatic = useSyncExternalStore(onAcceptsProven, acceptsProven);
  const path = useSession((state) => state.document.activePath);
  const id = conversation?.proposal ?? null;
  const own = useMemo(() => proposals.filter((proposal) => proposal.id === id), [proposals, id]);
  const count = own.reduce((sum, { judged }) => sum + (judged?.changes.length ?? 0), 0);
  useEffect(() => paintProposals(path, own), [path, own]);
  useEffect(() => () => paintProposals(null, []), []);
  return (
    <Panel
      title="Describe it"
      footer={
        <p className={styles.note}>
          The model may read the files that are open here; secrets are masked. It cannot change them:{' '}
          {isAutomatic
            ? 'proposals that pass all tests and add no problems are accepted automatically, as you chose.'
            : 'you decide which of its proposals to accept, in whole or in part.'}
        </p>
      }
    >
      {conversation !== null && <ConversationLog conversation={conversation} />}
      {count > 0 && (
        <Button variant="primary" className={styles.review} onClick={() => doAction('view.proposals')}>
          {count === 1 ? 'Review 1 change' : `Review ${count} changes`}
        </Button>
      )}
      {path === null ? (
        <EmptyState icon={<SparklesIcon />} title="No workflow is open">
          Open or create a workflow, then say what it should do.
        </EmptyState>
      ) : (
        <Ask path={path} isAsking={conversation !== null && conversation.answer === null} />
      )}
    </Panel>
  );
}

function Ask({ path, isAsking }: { readonly path: string; readonly isAsking: boolean }): ReactNode {
  const wish = useSyncExternalStore(onConversation, currentWish);
  const readOnly = useIsReadOnly();
  const isEmpty = useSession((state) => !/\btasks:\s*\n\s*-/u.test(state.document.workspace.files.get(path) ?? ''));
  const [chosen, setChosen] = useState(last.chosen);
  const [bound, setBound] = useState(last.bound);
  // Also for whoever leaves the panel to set a key.
  useEffect(() => void Object.assign(last, { chosen, bound }), [chosen, bound]);
  const model = toModel(chosen, path);
  const missing = useMissingKeys(model);
  const isReady = model !== null && missing.length === 0 && wish.text.trim() !== '' && readOnly === null;
  const ask = (): void => {
    if (model !== null && isReady && !isAsking) void describeIt(wish, model, Number(bound));
  };
  return (
    <form
      className={styles.ask}
      aria-label="Describe it"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <Field label={isEmpty ? 'What should it do?' : 'What should change?'}>
        <TextArea
          autoFocus
          rows={4}
          value={wish.text}
          placeholder={
            isEmpty ? 'Fetch today’s orders and email me the large ones.' : 'Retry the request when it fails.'
          }
          onChange={(text) => setWish({ ...wish, text })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
            event.preventDefault();
            ask();
          }}
        />
      </Field>
      {wish.run !== null && wish.run.path === path && (
        <p className={styles.about}>
          Includes the error and the failed steps of the run.
          <IconButton
            size="small"
            label="Ask without the run"
            icon={<XIcon />}
            onClick={() => setWish({ ...wish, run: null })}
          />
        </p>
      )}
      <ModelChoice value={chosen} path={path} onChange={setChosen} />
      <MissingKeys names={missing} />
      <Field label="Maximum calls" layout="row">
        <Select
          size="small"
          value={bound}
          options={BOUNDS.map((value) => ({ value, label: value }))}
          onChange={setBound}
        />
      </Field>
      {readOnly !== null && <p className={styles.problem}>{readOnly}</p>}
      {isAsking ? (
        <Button onClick={stopConversation}>Stop</Button>
      ) : (
        <Button type="submit" variant="primary" icon={<SparklesIcon />} disabled={!isReady}>
          Ask
        </Button>
      )}
    </form>
  );
}
