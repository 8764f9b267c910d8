import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['engine/**/*.test.ts', 'app/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['engine/testing/loadPatterns.ts', 'engine/testing/loadPlacing.ts', 'engine/testing/seedProperties.ts'],
    testTimeout: 20_000,
  },
});
