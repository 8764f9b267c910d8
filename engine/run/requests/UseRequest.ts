import type { Json } from '../../base/index.ts';
import type { Activation } from '../state/Activation.ts';
import type { Continuation, Frame } from '../state/Continuation.ts';

/** A task asks to run what it uses. */
export interface UseRequest {
  readonly activation: Activation;
  /** Where `config` and `env` are evaluated, and where the result is written. */
  readonly frame: Frame;
  readonly input: Json;
  /** Resumed once with the result, unless the activation is stopped first. */
  readonly continuation: Continuation;
  /** What the other side is to know the call by; undefined: for `requestCall` to say. */
  readonly onceKey?: string | undefined;
}
