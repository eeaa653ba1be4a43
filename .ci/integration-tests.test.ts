import { expect, test } from 'vitest'
import { integrationTests } from './integration-tests.ts'

const tests = new Set(integrationTests(['{server,node-sdk,client}/src/**/*.test.ts']))

test('a test that imports the test database is an integration test', () => {
  expect(tests).toContain('server/src/testing/test-database.test.ts')
})

test('so is one that reaches it through another module, of another workspace', () => {
  expect(tests).toContain('server/src/tenancy.test.ts')
  expect(tests).toContain('node-sdk/src/contract.test.ts')
})

test('so is one that starts other programs', () => {
  expect(tests).toContain('node-sdk/src/login-document.test.ts')
})

test('all others are unit tests', () => {
  expect(tests).not.toContain('server/src/features/webhooks/sending/fairness.test.ts')
  expect([...tests].filter((file) => file.startsWith('client/'))).toEqual([])
})
