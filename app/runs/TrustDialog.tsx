import type { ReactNode } from 'react';
import { effectiveWorkflow, listReach, type Reach } from '#engine';
import {
  closeDialog,
  openRunForm,
  resolvedAnalysisOf,
  session,
  trust,
  untrustedOf,
  useSession,
} from '../session/index.ts';
import { Button, Dialog } from '../ui/index.ts';
import styles from './TrustDialog.module.css';

/** Before a file from outside runs for the first time: what it would reach, and whether it may. */
export function TrustDialog(): ReactNode {
  const isOpen = useSession((state) => state.dialog === 'trust');
  const path = useSession((state) => state.activePath);
  if (!isOpen || path === null) return null;
  const state = session.getState();
  const analysis = resolvedAnalysisOf(state, path);
  if (analysis === null) return null;
  const files = untrustedOf(state, path);
  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      title={`Trust ${files.join(', ')}?`}
      description={
        files.length === 1
          ? 'This file came from outside. Look at what it would reach before it runs for the first time.'
          : 'These files came from outside. Look at what they would reach before they run for the first time.'
      }
      footer={
        <>
          <Button onClick={closeDialog} data-focus-first>
            Not now
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              trust(files);
              closeDialog();
              openRunForm(state.runAim);
            }}
          >
            Trust and go on
          </Button>
        </>
      }
    >
      <ReachList reach={listReach(effectiveWorkflow(analysis))} />
    </Dialog>
  );
}

function ReachList({ reach: { origins, isOpen, services, variables, tools } }: { readonly reach: Reach }) {
  const addresses = isOpen ? [...origins, 'addresses computed while it runs'] : origins;
  const rows = [
    ['Addresses', addresses],
    ['Models and services', services],
    ['Variables and secrets', variables],
    ['Tools that touch more than their input', tools],
  ] as const;
  const shown = rows.filter(([, items]) => items.length > 0);
  if (shown.length === 0) return <p>It reaches nothing outside of itself.</p>;
  return (
    <dl className={styles.reach}>
      {shown.map(([label, items]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {items.map((item) => (
              <code key={item}>{item}</code>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
