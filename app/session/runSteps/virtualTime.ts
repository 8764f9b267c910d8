import { sendToAll } from '../run/sendControl.ts';
import { notify } from '../store/notices.ts';
import { session, update } from '../store/store.ts';

/** Says whether time passes at once while runs only wait; a run that is executed here is told. */
export function setVirtualTime(isOn: boolean): void {
  update({ run: { virtualTime: isOn } });
  void sendToAll({ type: 'virtualTime.set', isOn });
}

/** The other way, and says which that is: nothing on screen need change with it. */
export function toggleVirtualTime(): void {
  const isOn = !session.getState().run.virtualTime;
  setVirtualTime(isOn);
  const message = isOn
    ? 'Virtual time is on: where a run of this browser only waits, time passes at once.'
    : 'Virtual time is off: waits take their time.';
  notify({ kind: 'info', message });
}
