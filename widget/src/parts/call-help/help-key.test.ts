import { afterEach, expect, test, vi } from 'vitest'
import { canRetry, helpKey } from './help-key.ts'

const mozilla = 'Mozilla/5.0'
const windows = `${mozilla} (Windows NT 10.0; Win64; x64)`
const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iPhone = `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit}`
const android = `${mozilla} (Linux; Android 15; Pixel 9)`

afterEach(() => vi.unstubAllGlobals())

function use(userAgent: string, maxTouchPoints = 0) {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
}

test.each([
  ['Chrome', `${windows} ${webKit} Chrome/144.0.0.0 Safari/537.36`, 'denied_chrome'],
  ['Chrome on Android', `${android} ${webKit} Chrome/144.0.0.0 Mobile Safari/537.36`, 'denied_chrome'],
  ['Firefox', `${mozilla} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'denied_firefox'],
  [
    'Safari',
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.5 Safari/605.1.15`,
    'denied_safari',
  ],
  ['Safari on a phone', `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`, 'denied_safari_ios'],
  ['an unknown browser', `${mozilla} Unheard/1.0`, 'denied_other'],
  ['Instagram', `${iPhone} Mobile/22F76 Instagram 390.0.0.28.85`, 'insecure'],
  ['Facebook', `${iPhone} Mobile/22F76 [FBAN/FBIOS;FBAV/521.0]`, 'insecure'],
  [
    'an Android app',
    `${android.replace(')', '; wv)')} ${webKit} Version/4.0 Chrome/144.0.0.0 Mobile Safari/537.36`,
    'insecure',
  ],
])('help for a denied microphone matches %s', (_, userAgent, help) => {
  use(userAgent)
  expect(helpKey('denied')).toBe(help)
})

test('other problems have the same help in all browsers', () => {
  use(`${iPhone} Mobile/22F76 Instagram 390.0.0.28.85`)
  expect(helpKey('missing')).toBe('missing')
  expect(helpKey('in_use')).toBe('in_use')
  expect(helpKey('page')).toBe('page')
  expect(helpKey('insecure')).toBe('insecure')
})

test.each([
  ['page', false],
  ['insecure', false],
  ['missing', true],
] as const)('another attempt after the problem “%s” can succeed: %s', (topic, can) => {
  expect(canRetry(topic)).toBe(can)
})

test('another attempt cannot succeed in an app without microphone access', () => {
  use(`${iPhone} Mobile/22F76 Instagram 390.0.0.28.85`)
  expect(canRetry('denied')).toBe(false)
})
