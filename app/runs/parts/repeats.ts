import type { EffectView } from '#engine/run';

/** Why a call that was cut off was made again. */
export const REPEAT_REASONS = {
  safe: 'it changes nothing outside of this device',
  key: 'the other side knows it by its key',
  policy: 'config.repeat or --repeat says so',
  person: 'a person said so',
} as const satisfies Record<NonNullable<EffectView['repeats']>[number]['by'], string>;
