import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    told: {
      tones: number
      sounding: number
      notifications: string[]
      /** By their texts in `notifications`. */
      targets: EventTarget[]
      closed: number
    }
  }
}

/**
 * Init script of pages that are not in use. Replaces notifications and audio, which headless browsers lack, with
 * counters. Headless browsers report each page as focused.
 */
export function workElsewhere(): void {
  const told: Window['told'] = { tones: 0, sounding: 0, notifications: [], targets: [], closed: 0 }
  document.hasFocus = () => false
  Object.assign(window, {
    told,
    Notification: class extends EventTarget {
      static permission = 'granted'
      constructor(title: string) {
        super()
        told.notifications.push(title)
        told.targets.push(this)
      }
      close() {
        told.closed += 1
      }
    },
    OscillatorNode: class extends OscillatorNode {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options)
        told.tones += 1
      }
    },
    AudioContext: class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        told.sounding += 1
      }
      override close(): Promise<void> {
        told.sounding -= 1
        return super.close()
      }
    },
  })
}

/** The agent uses the page: it takes the lock for alerts. */
export async function work(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.hasFocus = () => true
    window.dispatchEvent(new Event('focus'))
  })
  const hasLock = () =>
    page.evaluate(() =>
      navigator.locks.request('own', async () => {
        const { held = [] } = await navigator.locks.query()
        const [own, alerts] = ['own', 'parley-alerts'].map((lock) =>
          held.find(({ name }) => name?.startsWith(lock)),
        )
        return own !== undefined && own.clientId === alerts?.clientId
      }),
    )
  await expect.poll(hasLock).toBe(true)
}

/** The agent uses another program. */
export const leave = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.hasFocus = () => false))
