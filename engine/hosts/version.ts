/** The engine's version, recorded with every run and said by `--version`. Equal to package.json's. */
export const ENGINE_VERSION = '0.1.0';
