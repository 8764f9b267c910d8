import type { ReactNode } from 'react';
import type { Reach } from '#engine/model';
import { answerTrust, type SessionState, useSession } from '../session/index.ts';
import { Button, Dialog, GivenName, GivenNames, Origin } from '../ui/index.ts';
import styles from './TrustDialog.module.css';

type TrustQuestion = NonNullable<SessionState['document']['trustQuestion']>;

/** Before something from outside reaches out for the first time: what it would reach, and whether it may. */
export function TrustDialog(): ReactNode {
  const isOpen = useSession((state) => state.view.dialog === 'trust');
  const question = useSession((state) => state.document.trustQuestion);
  if (!isOpen || question === null) return null;
  return (
    <Dialog
      isOpen
      onClose={() => answerTrust(false)}
      title={
        <>
          Trust <Subject question={question} />?
        </>
      }
      description={describe(question)}
      footer={
        <>
          <Button onClick={() => answerTrust(false)} data-focus-first>
            Not now
          </Button>
          <Button variant="primary" onClick={() => answerTrust(true)}>
            Trust and continue
          </Button>
        </>
      }
    >
      {question.hasChanged && (
        <p role="alert" className={styles.changed}>
          The text changed while you were asked. Look again at what it would reach now.
        </p>
      )}
      <ReachList reach={question.reach} />
    </Dialog>
  );
}

function Subject({ question: { asker, files } }: { readonly question: TrustQuestion }): ReactNode {
  if (asker.type === 'file') return <GivenNames names={files} />;
  const { importedFrom } = asker.run;
  if (importedFrom === '') return 'a run imported from a file';
  return (
    <>
      a run imported from <GivenName name={importedFrom} />
    </>
  );
}

function describe({ asker, files }: TrustQuestion): string {
  if (asker.type === 'imported-run')
    return 'This run came from outside, and nothing of it has run here. Look at what it would reach before it continues.';
  return files.length === 1
    ? 'This file came from outside. Look at what it would reach before it runs or calls anything.'
    : 'These files came from outside. Look at what they would reach before they run or call anything.';
}

/** Above this many, the count is shown. */
const MANY = 6;

function ReachList({ reach }: { readonly reach: Reach }) {
  const { origins, isSite, isAnywhere, services, variables, readsAllVariables, tools } = reach;
  const addresses = [
    ...(isAnywhere ? [<b key="anywhere">Anywhere: addresses are computed while it runs</b>] : []),
    ...(isSite ? [<SiteName key="site" />] : []),
    ...origins.map((origin) => <Origin key={origin} origin={origin} />),
  ];
  const rows = [
    ['Addresses', addresses],
    ['Models and services', names(services)],
    [
      'Variables and secrets',
      [...(readsAllVariables ? [<b key="all">All variables and secrets</b>] : []), ...names(variables)],
    ],
    ['Tools that touch more than their input', names(tools)],
  ] as const;
  const shown = rows.filter(([, items]) => items.length > 0);
  if (shown.length === 0) return <p>It reaches nothing outside itself.</p>;
  return (
    <dl className={styles.reach}>
      {shown.map(([label, items]) => (
        <div key={label}>
          {/* A long list cannot hide how long it is, or that others follow. */}
          <dt>{items.length > MANY ? `${label} (${items.length})` : label}</dt>
          <dd>
            {items.map((item) => (
              <code key={item.key}>{item}</code>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function names(list: readonly string[]) {
  return list.map((name) => <GivenName key={name} name={name} isQuoted={false} />);
}

/** Relative addresses lead to where this page came from. */
function SiteName(): ReactNode {
  return (
    <>
      The site of this page, <Origin origin={location.origin} />
    </>
  );
}
