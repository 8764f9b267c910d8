import type { ReactNode } from 'react';
import { useSession } from '../../session/index.ts';
import { setVirtualTime } from '../../session/runSteps/index.ts';
import { Switch } from '../../ui/index.ts';
import styles from './SimulationPart.module.css';

/** The switch of virtual time, and what it does and does not. */
export function TimePart(): ReactNode {
  const isOn = useSession((state) => state.run.virtualTime);
  return (
    <div className={styles.part}>
      <Switch
        checked={isOn}
        onChange={setVirtualTime}
        aria-label="Virtual time"
        aria-describedby="what-virtual-time-does"
      />
      <div>
        <span aria-hidden>Virtual time: waits pass at once</span>
        <ul id="what-virtual-time-does" className={styles.facts}>
          <li>
            Delays, checks, attempts and timeouts come one by one, without the wait. Calls take the time they take, and
            a signal is waited for.
          </li>
        </ul>
      </div>
    </div>
  );
}
