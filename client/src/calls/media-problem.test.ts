import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { permissionOf, problemOf } from './media-problem.ts'

const failure = (name: string, message = '') => new DOMException(message, name)

describe('the problem with a microphone', () => {
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

  it('is `page` if the Permissions-Policy forbids the device', () => {
    page(false)
    expect(problemOf(failure('NotAllowedError', 'Permission denied'), 'camera').code).toBe('page')
  })

  it('is `denied` if the browser does not report policies', () => {
    page(undefined)
    expect(problemOf(failure('NotAllowedError'), 'microphone').code).toBe('denied')
  })
})

test('without the Permissions API the permission is unknown', async () => {
  vi.stubGlobal('navigator', {})
  expect(await permissionOf('microphone')).toBe('unknown')
})
