import { currentDiagnostics } from '../document/diagnostics.ts';
import type { EnginePort } from '../document/engine.ts';
import { notify } from '../store/notices.ts';

/**
 * Starts the engine again where it was lost, and says so. One that never started would be lost again, for ever: a person may try.
 * Answers with a function that stops that.
 * @param recover resumes the runs that it executed
 */
export function restartLost(connection: EnginePort, recover: () => Promise<void>): () => void {
  const restart = (): void => {
    connection.restart();
    void recover();
  };
  return connection.onFailure(({ message, hasStarted }) => {
    if (hasStarted) {
      restart();
      notify({ kind: 'error', message: `${message} It was started again, and your text is not touched.` });
      return;
    }
    const run = (): void => {
      restart();
      void currentDiagnostics();
    };
    notify({ kind: 'error', message, action: { label: 'Try again', run } });
  });
}
