import { CutOffCalls, type Driver, type RunInputDraft, type Step } from '../../../driver/index.ts';
import { pauseReason, type RunInput } from '../../../run/index.ts';
import { promise } from '../SimulationError.ts';
import type { World } from '../World.ts';
import type { Arrival, PendingArrival } from './CallsUnderWay.ts';

/** The calls of a run that a crash cut off: a person decides some time later about those about which the host does not by itself. */
export class CutOffDecisions {
  readonly #driver: Driver;
  readonly #world: World;
  readonly #cutOff: CutOffCalls;

  constructor(driver: Driver, world: World) {
    this.#driver = driver;
    this.#world = world;
    this.#cutOff = new CutOffCalls(driver.tracked, { cause: 'lost', policy: world.repeat });
    this.#cutOff.hold(driver);
  }

  /** What the run is fed first. */
  get inputs(): readonly RunInputDraft[] {
    return this.#cutOff.inputs;
  }

  /** Makes the calls that were never made. */
  sendUnsent(): readonly Step[] {
    return this.#driver.request(this.#cutOff.unsent);
  }

  /** What the person will say. */
  plan(): readonly PendingArrival[] {
    const { dice, now } = this.#world;
    return this.#cutOff.asked.map(({ call: { key } }): PendingArrival => {
      const arrival: Arrival = { decided: key, again: dice.chance(50) };
      return { at: now + dice.roll(100), key, arrival };
    });
  }

  /** Takes what the person says of a call. The last decision lets the run continue. */
  decide(key: string, again: boolean): void {
    const wasInterrupted = pauseReason(this.#driver.tracked.run) === 'interrupted' && this.#cutOff.asked.length > 0;
    const inputs = this.#cutOff.decide(key, again);
    for (const input of inputs) this.#driver.receive(input);
    const continues = inputs.some(({ type }) => type === 'run.resumed');
    if (wasInterrupted)
      promise(
        continues === (this.#cutOff.asked.length === 0),
        'a run continues with the last decision, and not before',
      );
  }

  /** Whether an input comes too early: it continues the run, and a call is not decided about yet. */
  isEarly(input: RunInputDraft): boolean {
    return this.#cutOff.take(input).length === 0;
  }

  /** Looks at what the run is fed. */
  watch({ type }: RunInput): void {
    if (type === 'run.resumed' || type === 'run.stepped')
      promise(this.#cutOff.asked.length === 0, 'a run continued although a call was not decided about');
  }
}
