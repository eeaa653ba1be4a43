/** In every page before anything else, of the product and of the floor: notes when something is heard from the other side. */
export interface Heard {
  /** Milliseconds since 1970, with fractions; null: nothing was heard since `listen`. */
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
  // Made once: a context takes longer to start than a call to connect.
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
    // Chromium decodes what somebody plays.
    const player = new Audio()
    player.muted = true
    player.srcObject = stream
    void player.play().catch(() => {})
    const analyser = context.createAnalyser()
    analyser.fftSize = 256
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      if (!samples.some((sample) => Math.abs(sample) > 0.02)) return
      heard.firstSound ??= heard.now()
      clearInterval(timer)
    }, 4)
  }
}
