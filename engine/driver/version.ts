/** The version of the engine, recorded with every run and printed by `--version`. Equal to that of package.json. */
export const ENGINE_VERSION = '0.3.0';
