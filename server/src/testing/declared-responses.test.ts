import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../core/app-error.ts'
import { createHttp, type Http } from '../core/http.ts'
import { createLogger } from '../core/logger.ts'
import { watchResponses } from './declared-responses.ts'

let http: Http
let expectDeclared: () => void
beforeEach(() => {
  http = createHttp({ logger: createLogger('silent'), trustProxy: false })
  http.get('/v1/organizations/:organization_id/labels', async (request) => {
    throw new AppError((request.query as { code: 'not_found' }).code)
  })
  expectDeclared = watchResponses(http)
})
afterEach(() => http.close())

const ask = (code: string) => http.inject(`/v1/organizations/o1/labels?code=${code}`)

test('an operation may respond with the errors that its description declares', async () => {
  expect((await ask('not_found')).statusCode).toBe(404)
  expect((await ask('rate_limited')).statusCode).toBe(429)
  expect(expectDeclared).not.toThrow()
})

test.each(['label_limit', 'provider_unknown'])('any other error, such as %s, is reported', async (code) => {
  await ask(code)
  expect(expectDeclared).toThrow(`GET /v1/organizations/{organization_id}/labels`)
})
