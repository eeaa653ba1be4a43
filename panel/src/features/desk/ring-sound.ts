/** Interval between rings. */
const ringPeriodSeconds = 3

/**
 * Rings until the returned function is called, with synthesized chords. Only one window rings: the first one
 * that browsers allow to play audio, that is, after a click on the page.
 */
export function startRinging(): () => void {
  const leaving = new AbortController()
  // Not available in Firefox before 120.
  const { userActivation } = navigator as Partial<Navigator>
  if ('AudioContext' in globalThis && userActivation?.hasBeenActive !== false) {
    void withRingLock(leaving.signal, () => ring(leaving.signal))
  }
  return () => leaving.abort()
}

async function withRingLock(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Without the Web Locks API (old browsers, insecure pages) every window rings.
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('parley-ring', { signal }, work).catch(() => undefined)
}

async function ring(signal: AbortSignal): Promise<void> {
  const context = new AudioContext()
  await context.resume().catch(() => undefined)
  const timer = setInterval(() => chords(context), ringPeriodSeconds * 1_000)
  if (!signal.aborted) chords(context)
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  clearInterval(timer)
  await context.close()
}

function chords(context: AudioContext): void {
  const now = context.currentTime + 0.02
  for (const at of [0, 0.5]) {
    for (const hertz of [440, 554.4]) tone(context, hertz, now + at, 0.36)
  }
}

function tone(context: AudioContext, hertz: number, at: number, seconds: number): void {
  const oscillator = new OscillatorNode(context, { type: 'triangle', frequency: hertz })
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(0.16, at + 0.03)
  gain.gain.setValueAtTime(0.16, at + seconds - 0.1)
  gain.gain.linearRampToValueAtTime(0, at + seconds)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(at)
  oscillator.stop(at + seconds + 0.02)
}
