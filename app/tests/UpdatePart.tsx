import { type ReactNode, useEffect, useRef, useState } from 'react';
import { diffLines } from '#engine/values';
import { previewUpdate, type TestUpdate, writeUpdate } from '../session/tests/index.ts';
import { Button } from '../ui/index.ts';
import { DiffLines } from './FailureDiff.tsx';
import styles from './update.module.css';

interface UpdatePartProps {
  /** The test file, and the place of the test in it. */
  readonly path: string;
  readonly index: number;
  readonly name: string;
}

/** Changes what a failed test expects to what came: at first its difference is shown. */
export function UpdatePart({ path, index, name }: UpdatePartProps): ReactNode {
  const [update, setUpdate] = useState<TestUpdate | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setUpdate(null);
    opener.current?.focus();
  };
  return (
    <>
      <Button
        ref={opener}
        size="small"
        variant="ghost"
        aria-expanded={update !== null}
        onClick={() => (update === null ? void previewUpdate(path, index).then(setUpdate) : close())}
      >
        Update expectations…
      </Button>
      {update !== null && <Preview update={update} name={name} onClose={close} />}
    </>
  );
}

interface PreviewProps {
  readonly update: TestUpdate;
  readonly name: string;
  readonly onClose: () => void;
}

function Preview({ update, name, onClose }: PreviewProps): ReactNode {
  const { before, after, left } = update;
  const write = useRef<HTMLButtonElement>(null);
  useEffect(() => write.current?.focus(), []);
  const stays =
    left === 0
      ? null
      : `${left} ${left === 1 ? 'expectation stays' : 'expectations stay'} as ${left === 1 ? 'it is' : 'they are'}: the actual value cannot be written there.`;
  return (
    <fieldset className={styles.preview}>
      <legend className={styles.legend}>{`New expectations of “${name}”`}</legend>
      {before === after ? (
        <p className={styles.words}>Nothing can be updated. {stays}</p>
      ) : (
        <>
          <DiffLines label="Difference" lines={diffLines(before, after, 1)} />
          {stays !== null && <p className={styles.words}>{stays}</p>}
        </>
      )}
      <div className={styles.acts}>
        {before !== after && (
          <Button ref={write} size="small" variant="primary" onClick={() => void writeUpdate(update)}>
            Update test
          </Button>
        )}
        <Button ref={before === after ? write : undefined} size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
