import { beforeEach, expect, test, vi } from 'vitest'
import { startRinging, watchSilence } from './ring-sound.ts'

let page: EventTarget
let sounding: number

beforeEach(() => {
  page = new EventTarget()
  sounding = 0
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const param = { setValueAtTime() {}, linearRampToValueAtTime() {} }
  const node = { connect: (next: unknown) => next, start() {}, stop() {}, gain: param }
  vi.stubGlobal('OscillatorNode', function () {
    return node
  })
  vi.stubGlobal('GainNode', function () {
    return node
  })
  vi.stubGlobal('AudioContext', function () {
    sounding++
    return { currentTime: 0, resume: async () => {}, close: async () => void sounding-- }
  })
})

/** The browser of a page that was used, or not. */
function browser(used: boolean | undefined, policy?: string, locks?: object) {
  const userActivation = used === undefined ? undefined : { hasBeenActive: used }
  vi.stubGlobal('navigator', {
    userActivation,
    ...(policy && { getAutoplayPolicy: () => policy }),
    ...(locks && { locks }),
  })
  return (event: string) => {
    if (userActivation) userActivation.hasBeenActive = true
    page.dispatchEvent(new Event(event))
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a page that was used rings at once, and in browsers that play sound on every page', async () => {
  for (const [used, policy] of [[true], [undefined], [false, 'allowed']] as const) {
    browser(used, policy)
    const stop = startRinging()
    expect(sounding).toBe(1)
    stop()
    await settled()
    expect(sounding).toBe(0)
  }
})

test('a page that was never used rings from its first click or key on', async () => {
  for (const event of ['pointerup', 'keyup']) {
    const use = browser(false, 'disallowed')
    const stop = startRinging()
    page.dispatchEvent(new Event(event))
    expect(sounding).toBe(0)
    use(event)
    use(event)
    expect(sounding).toBe(1)
    stop()
    await settled()
    expect(sounding).toBe(0)
  }
})

test('a click after the end of the ring is silent', () => {
  const use = browser(false)
  startRinging()()
  use('pointerup')
  expect(sounding).toBe(0)
})

/** Web Locks that the tabs of a browser share. */
function createLocks() {
  const held: { name: string }[] = []
  return {
    query: async () => ({ held }),
    async request(name: string, _: object, run: () => Promise<unknown>) {
      const lock = { name }
      held.push(lock)
      await run()
      held.splice(held.indexOf(lock), 1)
    },
  }
}

/** Returns whether the tab shows that its ringtone is silent. */
function watch(organizationId = 'one') {
  let silent = false
  const stop = watchSilence(organizationId, (isSilent) => (silent = isSilent))
  return { isSilent: () => silent, stop }
}

test('a page that was never used is silent until its first click or key', async () => {
  const use = browser(false)
  const tab = watch()
  await settled()
  expect(tab.isSilent()).toBe(true)
  use('pointerup')
  expect(tab.isSilent()).toBe(false)
  tab.stop()
})

test('a page that was used is not silent', async () => {
  browser(true)
  const tab = watch()
  await settled()
  expect(tab.isSilent()).toBe(false)
  tab.stop()
})

test('a page is not silent while another tab of its organization rings, and is when it comes back after that closed', async () => {
  const locks = createLocks()
  browser(true, undefined, locks)
  const first = watch()
  browser(false, undefined, locks)
  const [second, other] = [watch(), watch('two')]
  await settled()
  expect([second.isSilent(), other.isSilent()]).toEqual([false, true])
  first.stop()
  await settled()
  page.dispatchEvent(new Event('focus'))
  await settled()
  expect(second.isSilent()).toBe(true)
  second.stop()
  other.stop()
})
