import type { ReactNode } from 'react';
import { useSession } from '../../session/index.ts';
import { setVirtualTime } from '../../session/runSteps/index.ts';
import { FactsSwitch } from './FactsSwitch.tsx';

const FACTS = [
  'Delays, checks, attempts and timeouts come one by one, without the wait. Calls take the time they take, and a signal is waited for.',
];

/** The switch of virtual time, and what it does and does not. */
export function TimePart(): ReactNode {
  const isOn = useSession((state) => state.run.virtualTime);
  return (
    <FactsSwitch name="Virtual time" effect="waits pass at once" facts={FACTS} isOn={isOn} onChange={setVirtualTime} />
  );
}
