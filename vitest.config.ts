import { defineConfig } from 'vitest/config'

const tests = (workspace: string) => [`${workspace}/src/**/*.test.{ts,tsx}`]

/** Unit and service tests; `e2e/vitest.config.ts` has those that need a browser. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    // What a test leaves behind must not reach the next one.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      { extends: true, test: { name: 'protocol', include: tests('protocol') } },
      { extends: true, test: { name: 'client', include: tests('client') } },
      {
        extends: true,
        test: {
          name: 'server',
          include: tests('server'),
          globalSetup: ['server/src/testing/postgres-global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'node-sdk',
          include: tests('node-sdk'),
          globalSetup: ['server/src/testing/postgres-global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'webhook-receiver', include: tests('examples/webhook-receiver') } },
      { extends: true, test: { name: 'widget', include: tests('widget') } },
      { extends: true, test: { name: 'panel', include: tests('panel') } },
    ],
  },
})
