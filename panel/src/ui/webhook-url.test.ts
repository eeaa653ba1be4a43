import { expect, test } from 'vitest'
import { hostOf, shownUrl, urlProblem } from './webhook-url.ts'

test.each([
  ['http://shop.example/hooks', 'webhook_url_not_https'],
  ['HTTP://shop.example', 'webhook_url_not_https'],
  ['', 'webhook_url_invalid'],
  ['shop.example/hooks', 'webhook_url_invalid'],
  ['https://', 'webhook_url_invalid'],
  ['https:///hooks', 'webhook_url_invalid'],
  ['https://a b', 'webhook_url_invalid'],
  ['ftp://shop.example', 'webhook_url_invalid'],
  ['javascript:alert(1)', 'webhook_url_invalid'],
  [' https://shop.example/hooks?a=b ', null],
  ['https://10.0.0.1', null],
])('typed as %j it has the problem %s', (typed, problem) => {
  expect(urlProblem(typed)).toBe(problem)
})

test('a URL is shown without https:// and named by its host', () => {
  expect(shownUrl('https://shop.example/')).toBe('shop.example')
  expect(shownUrl('https://shop.example:8443/hooks?x=1')).toBe('shop.example:8443/hooks?x=1')
  expect(hostOf('https://shop.example:8443/hooks')).toBe('shop.example:8443')
})
