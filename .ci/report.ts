export type Result = {
  name: string
  outcome: 'passed' | 'failed' | 'not run'
  durationMs: number
  tests?: TestCounts
}
export type TestCounts = { passed: number; failed: number }

/** The part of Vitest's JSON report that is read. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A file that fails outside of its tests (an import, a hook) counts as one failed test. */
export function countTests({ numPassedTests, numFailedTests, testResults }: VitestReport): TestCounts {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length }
}

/** A table of durations, and the sum of all tests as its last line. */
export function formatReport(results: readonly Result[], totalMs: number): string {
  const rows = [
    ...results.map(({ name, outcome, durationMs, tests }) => [
      name,
      outcome === 'not run' ? '' : formatDuration(durationMs),
      outcome,
      tests ? `${tests.passed} passed, ${tests.failed} failed` : '',
    ]),
    ['total', formatDuration(totalMs), '', ''],
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const table = rows.map(([name = '', duration = '', outcome = '', tests = '']) =>
    `${name.padEnd(widths[0] ?? 0)}  ${duration.padStart(widths[1] ?? 0)}  ${outcome.padEnd(widths[2] ?? 0)}  ${tests}`.trimEnd(),
  )
  const sum = (outcome: keyof TestCounts) =>
    results.reduce((total, { tests }) => total + (tests?.[outcome] ?? 0), 0)
  return [...table, '', `${sum('passed')} passed, ${sum('failed')} failed`].join('\n')
}

function formatDuration(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
}
