import { expect, test } from 'vitest'
import { countTests, formatReport } from './report.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((outcome) => ({ status: outcome })),
})

test('a file that fails outside of its tests counts as a failed test', () => {
  const testResults = [file('failed'), file('failed', 'passed', 'failed'), file('passed', 'passed')]
  expect(countTests({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({ passed: 2, failed: 2 })
})

test('the report lists each part and ends with the sum of all tests', () => {
  const report = formatReport(
    [
      { name: 'npm install', outcome: 'passed', durationMs: 23_000 },
      { name: 'unit tests', outcome: 'passed', durationMs: 61_400, tests: { passed: 2000, failed: 0 } },
      { name: 'integration tests', outcome: 'failed', durationMs: 4200, tests: { passed: 900, failed: 3 } },
      { name: 'browser tests', outcome: 'not run', durationMs: 0 },
    ],
    88_600,
  )
  expect(report).toBe(`npm install            23.0 s  passed
unit tests         1 min 01 s  passed   2000 passed, 0 failed
integration tests       4.2 s  failed   900 passed, 3 failed
browser tests                  not run
total              1 min 28 s

2900 passed, 3 failed`)
})
