import { defineConfig } from 'vitest/config'
import { integrationTests } from './.ci/integration-tests.ts'

const tests = [
  '{protocol,client,widget,panel}/src/**/*.test.{ts,tsx}',
  '{server,node-sdk,examples/webhook-receiver}/src/**/*.test.ts',
  '.ci/*.test.ts',
]
const integration = integrationTests(tests)

// Inherited by the workers and by programs that tests start: code is compiled once per machine, not once per process.
process.env['NODE_COMPILE_CACHE'] ??= `${import.meta.dirname}/node_modules/.cache/node-compile`

/** Everything except the browser tests, which have e2e/vitest.config.ts. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // These bounds only matter on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // No test may affect the next one.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      { extends: true, test: { name: 'unit', include: tests, exclude: integration } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: integration,
          globalSetup: ['server/src/testing/postgres-global-setup.ts'],
        },
      },
    ],
  },
})
