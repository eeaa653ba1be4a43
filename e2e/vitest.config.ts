import { defineConfig } from 'vitest/config'

// Inherited by the services that tests start.
process.env['NODE_COMPILE_CACHE'] ??= `${import.meta.dirname}/../node_modules/.cache/node-compile`

/** Real browsers against the real service, one file at a time: the tests measure time and share two cores. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/chromium-setup.ts', 'src/firefox-setup.ts', 'src/harness/service-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The same timeout as Playwright's.
    expect: { poll: { timeout: 30_000 } },
    unstubEnvs: true,
  },
})
