import { type ReactNode, useState } from 'react';
import { isJsonObject, type Json } from '#engine/values';
import type { ModelTest } from '#engine/worker';
import { testModel } from '../../session/workspace/index.ts';
import { PlugIcon } from '../../ui/icons.ts';
import { Button, formatLength } from '../../ui/index.ts';
import styles from './TestConnection.module.css';

/** Tries an agent's model with one word: whether address, key and model are right, or what is wrong and what to do. */
export function TestConnection({ config }: { readonly config: Json }): ReactNode {
  const [test, setTest] = useState<ModelTest | 'running' | null>(null);
  async function run() {
    setTest('running');
    setTest(await testModel(isJsonObject(config) ? config : {}));
  }
  return (
    <div className={styles.test}>
      <Button size="small" icon={<PlugIcon />} isBusy={test === 'running'} onClick={() => void run()}>
        Test the connection
      </Button>
      <div role="status">{test !== null && test !== 'running' && <Answer test={test} />}</div>
    </div>
  );
}

function Answer({ test }: { readonly test: ModelTest }): ReactNode {
  if (!test.ok) {
    return (
      <p className={styles.wrong}>
        <code>{test.error.code}</code> {test.error.message}
      </p>
    );
  }
  return (
    <>
      <p className={styles.right}>{`${test.model} answered in ${formatLength(test.duration)}.`}</p>
      {test.warnings.map(({ code, message }) => (
        <p key={`${code} ${message}`} className={styles.note}>
          {message}
        </p>
      ))}
    </>
  );
}
