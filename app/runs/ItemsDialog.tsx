import { type ReactNode, useMemo } from 'react';
import { closeDialog, selectActivation, useSession } from '../session/index.ts';
import { type ShownRun, viewOf } from '../session/run/index.ts';
import { collectionOf, stepsInside } from '../session/runSteps/index.ts';
import { XIcon } from '../ui/icons.ts';
import { EmptyState, IconButton, Screen, useNow } from '../ui/index.ts';
import { ItemsView } from './items/ItemsView.tsx';
import { type ItemTable, toItemTable, toRoundTable } from './items/toItemRows.ts';
import { useRunSource } from './parts/toRunSource.ts';

/** The items of the collection that the selected step is of, or all times that its task ran, as a table in the whole window. */
export function ItemsDialog(): ReactNode {
  return useSession((state) => state.view.dialog === 'items') ? <Items /> : null;
}

function Items(): ReactNode {
  const table = useItemTable();
  const source = useRunSource();
  const name = table === null ? 'the step' : (source?.nameOf(table.taskId) ?? table.taskId);
  const close = <IconButton label="Close" icon={<XIcon />} onClick={closeDialog} />;
  return (
    <Screen
      isOpen
      isFull
      onClose={closeDialog}
      label={table?.kind === 'rounds' ? `Rounds of ${name}` : `Items of ${name}`}
    >
      {table === null ? (
        <>
          {close}
          <EmptyState title="No items">The selected step is not in a collection, and ran once.</EmptyState>
        </>
      ) : (
        <ItemsView
          table={table}
          name={name}
          close={close}
          onShow={(activation) => {
            selectActivation(activation);
            closeDialog();
          }}
        />
      )}
    </Screen>
  );
}

/** How often the table of a run that continues is made again, in ms: it may have thousands of rows. */
const EVERY = 1_000;

/** The table of what is around the selected step; null where there is none. */
function useItemTable(): ItemTable | null {
  const run = useSession((state) => state.run.shown);
  const isLive = run !== null && run.view.status === 'running' && run.moment === null;
  const tick = useNow(isLive, EVERY);
  const step = run?.selectedActivation ?? null;
  const version = run === null ? null : isLive ? tick : viewOf(run);
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => (run === null || step === null ? null : makeTable(run, step)), [run?.runId, step, version]);
}

function makeTable(run: ShownRun, step: number): ItemTable | null {
  const view = viewOf(run);
  const collection = collectionOf(run, step);
  if (collection !== undefined) return toItemTable(view, collection, stepsInside(run));
  const activation = view.activations.get(step);
  if (activation === undefined) return null;
  const rounds = toRoundTable(view, activation);
  return rounds.total > 1 ? rounds : null;
}
