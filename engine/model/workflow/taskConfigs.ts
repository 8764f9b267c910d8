import { booleanIn, choiceIn, dataIn, durationIn, type Fields, numberIn } from './Fields.ts';
import { readRoutes, readTarget } from './readHandlers.ts';
import type { TaskType } from './taskTypes.ts';

const MODES = ['parallel', 'sequential'] as const;
const ERROR_HANDLING = ['continue', 'stop'] as const;

/** How `config` is read for each task type, tolerantly: what is missing or cannot be read is null. */
export const CONFIG_READERS = {
  basic: (config: Fields | null) => ({ timeout: durationIn(config, 'timeout') }),
  parallel: (config: Fields | null) => ({
    maxConcurrent: numberIn(config, 'max_concurrent'),
    failFast: booleanIn(config, 'fail_fast'),
    timeout: durationIn(config, 'timeout'),
  }),
  decision: (config: Fields | null) => ({
    condition: dataIn(config, 'condition') ?? null,
    routes: readRoutes(config),
    default: config?.entries.has('default')
      ? readTarget(config.entries.get('default'), [...config.path, 'default'])
      : null,
  }),
  collection: (config: Fields | null) => ({
    items: dataIn(config, 'items') ?? null,
    filter: dataIn(config, 'filter') ?? null,
    mode: choiceIn(config, 'mode', MODES),
    batchSize: numberIn(config, 'batch_size'),
    maxConcurrent: numberIn(config, 'max_concurrent'),
    continueOnError: booleanIn(config, 'continue_on_error'),
    timeoutPerBatch: durationIn(config, 'timeout_per_batch'),
    timeoutPerItem: durationIn(config, 'timeout_per_item'),
  }),
  wait: (config: Fields | null) => ({
    condition: dataIn(config, 'condition') ?? null,
    signal: dataIn(config, 'signal') ?? null,
    signalSchema: dataIn(config, 'signal_schema') ?? null,
    title: dataIn(config, 'title') ?? null,
    description: dataIn(config, 'description') ?? null,
    timeout: durationIn(config, 'timeout'),
    checkInterval: durationIn(config, 'check_interval'),
    maxChecks: numberIn(config, 'max_checks'),
  }),
  map: (config: Fields | null) => ({
    /** Undefined when absent: `mapping: null` is a mapping to null. */
    mapping: dataIn(config, 'mapping'),
    validateSchema: booleanIn(config, 'validate_schema'),
    strictMode: booleanIn(config, 'strict_mode'),
  }),
  composite: (config: Fields | null) => ({
    errorHandling: choiceIn(config, 'error_handling', ERROR_HANDLING),
    timeout: durationIn(config, 'timeout'),
  }),
} satisfies Record<TaskType, (config: Fields | null) => object>;

/** What is read of `config`, by task type. */
export type TaskConfigs = { readonly [Type in TaskType]: Readonly<ReturnType<(typeof CONFIG_READERS)[Type]>> };

type Config = TaskConfigs[TaskType];
type KeyOf<Each> = Each extends unknown ? keyof Each : never;
type ValueOf<Each, Key extends PropertyKey> = Each extends { readonly [K in Key]: infer Value } ? Value : never;

/** Every key that the `config` of some type has; undefined where that of this task's type has it not. */
export type AnyConfig = { readonly [Key in KeyOf<Config>]?: ValueOf<Config, Key> | undefined };
