/** Runs first in every page of product and floor: records when sound from the other side is received. */
export interface Heard {
  /** Unix time in milliseconds with fractions; null: no sound since `listen`. */
  firstSound: number | null
  now(): number
  listen(): void
}

declare global {
  interface Window {
    heard: Heard
  }
}

/** Runs in the page. */
export function installListening(): void {
  // Created once: a context takes longer to start than a call to connect.
  let context: AudioContext | null = null
  const heard: Heard = {
    firstSound: null,
    now: () => performance.timeOrigin + performance.now(),
    listen() {
      heard.firstSound = null
      context ??= new AudioContext()
    },
  }
  window.heard = heard
  const Native = window.RTCPeerConnection
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      this.addEventListener('track', ({ track }) => {
        if (track.kind === 'audio') watch(new MediaStream([track]))
      })
    }
  }

  function watch(stream: MediaStream): void {
    context ??= new AudioContext()
    // Chromium decodes only audio that is played.
    const player = new Audio()
    player.muted = true
    player.srcObject = stream
    void player.play().catch(() => {})
    const analyser = context.createAnalyser()
    analyser.fftSize = 256
    const source = context.createMediaStreamSource(stream)
    source.connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      if (!samples.some((sample) => Math.abs(sample) > 0.02)) return
      heard.firstSound ??= heard.now()
      clearInterval(timer)
      // Listening to hundreds of connections would slow the page down.
      source.disconnect()
      player.srcObject = null
    }, 4)
  }
}
