/** Interval between rings. */
const ringPeriodSeconds = 3

/**
 * Rings until the returned function is called, with synthesized chords. Only one window rings: the first one
 * that browsers allow to play audio. A page that was never used rings from its first click or key on.
 */
export function startRinging(): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  if ('AudioContext' in globalThis) onceAudible(signal, () => void withRingLock(signal, () => ring(signal)))
  return () => leaving.abort()
}

/**
 * Watches whether the ringtone is silent because no tab of this organization may play sound. A tab that may play sound holds a
 * shared lock, which other tabs query on focus. Returns a function that stops watching.
 */
export function watchSilence(organizationId: string, onChange: (isSilent: boolean) => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const name = `parley-audible ${organizationId}`
  async function check() {
    const isElsewhere = await isHeld(name)
    if (!signal.aborted) onChange(!isElsewhere && !mayPlay())
  }
  if ('AudioContext' in globalThis) {
    onceAudible(signal, () => {
      onChange(false)
      void hold(name, signal)
    })
    addEventListener('focus', () => void check(), { signal })
    void check()
  }
  return () => leaving.abort()
}

async function isHeld(name: string): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query().catch((): LockManagerSnapshot => ({}))
  return held.some((lock) => lock.name === name)
}

async function hold(name: string, signal: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return
  const left = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await navigator.locks.request(name, { mode: 'shared' }, () => left).catch(() => undefined)
}

function onceAudible(signal: AbortSignal, start: () => void): void {
  if (mayPlay()) return start()
  // Not when a button goes down: a click on Accept must not sound.
  const uses = ['pointerup', 'keyup']
  const options = { capture: true }
  const stop = () => uses.forEach((name) => removeEventListener(name, onUse, options))
  const onUse = () => {
    // Escape and scrolling do not count.
    if (!mayPlay()) return
    stop()
    start()
  }
  uses.forEach((name) => addEventListener(name, onUse, options))
  signal.addEventListener('abort', stop, { once: true })
}

function mayPlay(): boolean {
  // The first is not available in Firefox before 120, the second only in Firefox.
  const { userActivation, getAutoplayPolicy } = navigator as Partial<AutoplayNavigator>
  return (
    userActivation?.hasBeenActive !== false ||
    getAutoplayPolicy?.call(navigator, 'audiocontext') === 'allowed'
  )
}

interface AutoplayNavigator extends Navigator {
  getAutoplayPolicy: (type: 'audiocontext') => 'allowed' | 'allowed-muted' | 'disallowed'
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
