import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { browserKind, permissionOf, problemOf } from './media-problem.ts'

const failure = (name: string, message = '') => new DOMException(message, name)

describe('why there is no microphone', () => {
  afterEach(() => void vi.unstubAllGlobals())
  const page = (allows: boolean | undefined) =>
    vi.stubGlobal('document', allows === undefined ? {} : { featurePolicy: { allowsFeature: () => allows } })

  it.for([
    ['insecure', new TypeError("Cannot read properties of undefined (reading 'getUserMedia')")],
    ['dismissed', failure('NotAllowedError', 'Permission dismissed')],
    ['system', failure('NotAllowedError', 'Permission denied by system')],
    ['denied', failure('NotAllowedError', 'Permission denied')],
    // Firefox.
    ['denied', failure('NotAllowedError', 'The request is not allowed by the user agent or the platform')],
    ['page', failure('SecurityError')],
    ['missing', failure('NotFoundError', 'Requested device not found')],
    ['in_use', failure('NotReadableError', 'Could not start audio source')],
    ['in_use', failure('AbortError', 'Starting audioinput failed')],
  ] as const)('%s: %s', ([code, error]) => {
    page(true)
    expect(problemOf(error, 'microphone')).toEqual({ device: 'microphone', code })
  })

  it('is the page, where its policy forbids the device', () => {
    page(false)
    expect(problemOf(failure('NotAllowedError', 'Permission denied'), 'camera').code).toBe('page')
  })

  it('is the person, where the browser does not tell of policies', () => {
    page(undefined)
    expect(problemOf(failure('NotAllowedError'), 'microphone').code).toBe('denied')
  })
})

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

test('a browser that does not tell of permissions is not taken for one that refuses', async () => {
  vi.stubGlobal('navigator', {})
  expect(await permissionOf('microphone')).toBe('unknown')
})
