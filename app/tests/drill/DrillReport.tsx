import { type ReactNode, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { type DrillCell, type DrillState, saveDrillRun, showDrillRun, showPlace } from '../../session/tests/index.ts';
import { Button, GivenName, PanelSection } from '../../ui/index.ts';
import { DrillGrid, nameFault, VERDICTS, wordsFor } from './DrillGrid.tsx';
import styles from './drill.module.css';

/** The result of a drill: how many of each verdict, the grid, one cell of it in words, and what was not drilled. */
export function DrillReport({ drill }: { readonly drill: DrillState }): ReactNode {
  const { path, cells, outcome, isOn, total, done } = drill;
  const isNarrow = useSession((state) => state.view.isNarrow);
  const [chosen, setChosen] = useState<string | null>(null);
  const cell = cells.find((each) => keyOf(each) === chosen);
  return (
    <>
      {outcome?.wrong.map(({ path: wrong, diagnostics }) => (
        <p key={wrong} className={styles.wrong}>
          {`${wrong} cannot be played: ${diagnostics[0]?.message ?? ''}`}
        </p>
      ))}
      {!isOn && outcome === null && <p className={styles.words}>{`Stopped after ${done} of ${total} faults.`}</p>}
      {cells.length === 0 && outcome?.wrong.length === 0 && (
        <p className={styles.words}>No task of these runs calls anything that could fail.</p>
      )}
      {cells.length > 0 && (
        <>
          <Legend cells={cells} />
          <DrillGrid
            cells={cells}
            chosen={chosen}
            keyOf={keyOf}
            onChoose={(next) => setChosen(keyOf(next))}
            onOpen={(next) => {
              setChosen(keyOf(next));
              // There the run would cover what the cell says.
              if (!isNarrow) void showDrillRun(next);
            }}
          />
          {cell === undefined ? (
            <p className={styles.words}>Choose a cell: its run opens at the instant of the fault.</p>
          ) : (
            <CellPart key={chosen} path={path} cell={cell} />
          )}
        </>
      )}
      <Left drill={drill} />
    </>
  );
}

function keyOf({ place, fault, test }: DrillCell): string {
  return `${place}\n${fault}\n${fault === 'none' ? test : ''}`;
}

function Legend({ cells }: { readonly cells: readonly DrillCell[] }): ReactNode {
  return (
    <ul className={styles.legend} aria-label="Verdicts">
      {VERDICTS.flatMap(({ verdict, words, sign }) => {
        const own = cells.filter((cell) => cell.verdict === verdict);
        const wanted = own.filter(({ allowed }) => allowed !== null).length;
        if (own.length === 0) return [];
        return [
          <li key={verdict}>
            <span className={styles.sign} data-verdict={verdict} aria-hidden>
              {sign}
            </span>
            {`${own.length} ${words}${wanted === 0 ? '' : `, ${wanted} of them as is wanted`}`}
          </li>,
        ];
      })}
    </ul>
  );
}

/** Tasks and tools that no run reaches, and tests that were not drilled. */
function Left({ drill: { path, outcome } }: { readonly drill: DrillState }): ReactNode {
  if (outcome === null || outcome.unreached.length + outcome.unplayed.length === 0) return null;
  return (
    <ul className={styles.left} aria-label="What was not drilled">
      {outcome.unreached.map(({ place, tool, at }) => (
        <li key={place}>
          <button type="button" className={styles.place} onClick={() => showPlace(path, at)}>
            {`No run reaches ${place}. Write a test ${tool === null ? 'that does' : 'in which the model calls it'}.`}
            <span>{`line ${at.line}`}</span>
          </button>
        </li>
      ))}
      {outcome.unplayed.map(({ test, why }) => (
        <li key={test}>{`“${test}” was not drilled. ${why}`}</li>
      ))}
    </ul>
  );
}

/** What came of one fault of one place, in words, and the ways to its run and its line. */
function CellPart({ path, cell }: { readonly path: string; readonly cell: DrillCell }): ReactNode {
  const { place, fault, why, allowed, test, at, verdict } = cell;
  return (
    <PanelSection
      title={
        <>
          <GivenName name={place} isQuoted={false} />
          {`: ${nameFault(fault)}`}
        </>
      }
    >
      <p className={styles.why}>
        <strong>{wordsFor(cell)}</strong>
        {`. ${why}`}
        {allowed !== null && ` Wanted: ${allowed}`}
      </p>
      <p className={styles.words}>
        Played in <GivenName name={test} />
      </p>
      <div className={styles.acts}>
        <Button size="small" onClick={() => void showDrillRun(cell)}>
          Show its run
        </Button>
        <Button
          size="small"
          variant="ghost"
          disabled={verdict === 'hangs'}
          title={verdict === 'hangs' ? 'This run does not end, so no test can expect its end' : undefined}
          onClick={() => void saveDrillRun(cell)}
        >
          Save as test
        </Button>
        <Button size="small" variant="ghost" onClick={() => showPlace(path, at)}>
          {`Task, line ${at.line}`}
        </Button>
      </div>
    </PanelSection>
  );
}
