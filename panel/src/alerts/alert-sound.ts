/** Plays two short synthesized tones. Browsers allow audio after the first click on the page. */
let context: AudioContext | undefined

export async function playAlert(): Promise<void> {
  if (!('AudioContext' in globalThis) || !navigator.userActivation.hasBeenActive) return
  context ??= new AudioContext()
  if (context.state === 'suspended') await context.resume().catch(() => undefined)
  if (context.state !== 'running') return
  const start = context.currentTime
  tone(context, 660, start)
  tone(context, 880, start + 0.11)
}

function tone(context: AudioContext, hertz: number, at: number): void {
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency: hertz })
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(0.12, at + 0.015)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.28)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(at)
  oscillator.stop(at + 0.3)
}

/** Held by the one tab that alerts: the first open one, then the next. */
export interface AlertLock {
  isHeld: () => boolean
  release: () => void
}

export function acquireAlertLock(): AlertLock {
  // Without the Web Locks API (old browsers, insecure pages) every tab alerts.
  if (!('locks' in navigator)) return { isHeld: () => true, release: () => undefined }
  const leaving = new AbortController()
  let isHeld = false
  const held = new Promise<void>((resolve) => {
    leaving.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  navigator.locks
    .request('parley-alerts', { signal: leaving.signal }, () => {
      isHeld = true
      return held
    })
    .catch(() => undefined)
  return { isHeld: () => isHeld, release: () => leaving.abort() }
}
