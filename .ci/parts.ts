/** One npm script that is timed. Parts of the same stage run concurrently. */
export type Part = {
  name: string
  script: string
  /** Passed to the script. */
  options?: readonly string[]
  /** Its output is a Vitest run, whose results are counted. */
  tests?: boolean
}

/** The longest first. */
const staticChecks: Part[] = [
  { name: 'lint', script: 'lint' },
  { name: 'types', script: 'types' },
  { name: 'boundaries', script: 'boundaries' },
  { name: 'unused code', script: 'unused' },
  { name: 'format', script: 'format:check' },
]

const unitTests: Part = { name: 'unit tests', script: 'test:unit', tests: true }

const firstChecks: Part[][] = [
  staticChecks,
  [{ name: 'build', script: 'build' }],
  [{ name: 'byte budgets', script: 'size' }],
  [unitTests],
]
const integrationTests: Part = { name: 'integration tests', script: 'test:integration', tests: true }

/** Visitors and agents on different processes: one file of each area. `npm run e2e:several` runs all of them. */
const severalProcesses = (name: string, bus: string): Part => ({
  name: `browser tests, several processes, ${name}`,
  script: 'e2e:several',
  options: [
    '--bus',
    bus,
    'first-conversation',
    'two-agents',
    'panel-calls',
    'call-killed-process',
    'webhooks',
  ],
  tests: true,
})

/** Each stage starts when the one before it has passed. */
export const stages = {
  // Test files share workers and modules, which halves the time; `check` isolates them.
  fast: [[...staticChecks, { ...unitTests, options: ['--no-isolate'] }]],
  check: [...firstChecks, [integrationTests]],
  all: [
    ...firstChecks,
    [{ name: 'install Dovecot, NATS and ffmpeg', script: 'integration:install' }],
    [integrationTests],
    [{ name: 'install browsers', script: 'e2e:install' }],
    [{ name: 'browser tests', script: 'test:e2e', tests: true }],
    [severalProcesses('PostgreSQL', 'postgres')],
    [severalProcesses('NATS', 'nats')],
  ],
} satisfies Record<string, Part[][]>

export type Suite = keyof typeof stages
