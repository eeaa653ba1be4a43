import { defineConfig } from 'vitest/config'
import { idleCores } from './src/idle-cores.ts'

// Inherited by the services that tests start.
process.env['NODE_COMPILE_CACHE'] ??= `${import.meta.dirname}/../node_modules/.cache/node-compile`

/**
 * Real browsers against the real service, two files at a time, because tests mostly wait for timers and pages; on a busy
 * machine one at a time, because two could exceed their timeouts. Files share one service, so a test that counts what the
 * service has, or stops it, starts its own.
 */
export default defineConfig(async () => ({
  root: import.meta.dirname,
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/chromium-setup.ts', 'src/firefox-setup.ts', 'src/harness/service-setup.ts'],
    pool: 'forks',
    maxWorkers: (await idleCores()) >= 1 ? 2 : 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The same timeout as Playwright's.
    expect: { poll: { timeout: 30_000 } },
    unstubEnvs: true,
  },
}))
