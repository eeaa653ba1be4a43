import { expect, test } from 'vitest'
import { browserKind } from './browser-kind.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
test.for([
  [
    'chrome',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    0,
  ],
  [
    'chrome_android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
    5,
  ],
  ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 0],
  ['safari', `${mac} Version/26.0 Safari/605.1.15`, 0],
  ['safari_ios', `${mac} Version/26.0 Safari/605.1.15`, 5],
  [
    'safari_ios',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/156.0 Mobile Safari/604.1',
    5,
  ],
  ['other', 'Lynx', 0],
] as const)('%s is known by its name', ([kind, userAgent, maxTouchPoints]) => {
  expect(browserKind({ userAgent, maxTouchPoints })).toBe(kind)
})
