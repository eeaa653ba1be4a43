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
