import { defineConfig } from 'vitest/config'

/** Real browsers against the real service, one file after the other: they measure time and share two cores. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/chromium-setup.ts', 'src/firefox-setup.ts', 'src/harness/service-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As long as Playwright waits: what a page shows comes when it comes.
    expect: { poll: { timeout: 15_000 } },
    unstubEnvs: true,
  },
})
