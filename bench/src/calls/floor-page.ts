/**
 * Two browsers with a relay of signals and no rules: the microphone is already open, signals go over a plain socket, the agent's side
 * sends the offer at the click. Everything beyond that is the product's cost.
 */
export interface FloorSide {
  prepare(): Promise<void>
  /** Customer: starts ringing. Agent: no effect. */
  ring(): void
  rangAt: number | null
  /** Agent: answers, like the click. */
  accept(): Promise<void>
  hangUp(): void
}

declare global {
  interface Window {
    side: FloorSide
  }
}

/** Runs in the page. */
export function installFloor(options: { url: string; configuration: RTCConfiguration }): Promise<void> {
  const socket = new WebSocket(options.url)
  const say = (word: object) => socket.send(JSON.stringify(word))
  let microphone: MediaStream | null = null
  let connection: RTCPeerConnection | null = null
  const early: RTCIceCandidateInit[] = []

  function connect(): RTCPeerConnection {
    const made = new RTCPeerConnection(options.configuration)
    made.addEventListener('icecandidate', ({ candidate }) => say({ candidate }))
    for (const track of microphone?.getTracks() ?? []) made.addTrack(track, microphone!)
    connection = made
    return made
  }
  const player = new Audio()
  const play = (made: RTCPeerConnection) =>
    made.addEventListener('track', ({ streams: [stream] }) => {
      player.srcObject = stream ?? null
      void player.play()
    })

  socket.addEventListener('message', ({ data }: MessageEvent<string>) => void hear(JSON.parse(data)))
  async function hear(word: {
    ring?: true
    candidate?: RTCIceCandidateInit | null
    description?: RTCSessionDescriptionInit
  }): Promise<void> {
    if (word.ring) window.side.rangAt = window.heard.now()
    if (word.description) {
      const made = connection ?? connect()
      if (word.description.type === 'offer') play(made)
      await made.setRemoteDescription(word.description)
      for (const candidate of early.splice(0)) await made.addIceCandidate(candidate)
      if (word.description.type === 'offer') {
        await made.setLocalDescription()
        say({ description: made.localDescription })
      }
    }
    if (word.candidate) {
      if (connection?.remoteDescription) await connection.addIceCandidate(word.candidate)
      else early.push(word.candidate)
    }
  }

  window.side = {
    rangAt: null,
    async prepare() {
      microphone = await navigator.mediaDevices.getUserMedia({ audio: true })
    },
    ring: () => say({ ring: true }),
    async accept() {
      const made = connect()
      play(made)
      await made.setLocalDescription()
      say({ description: made.localDescription })
    },
    hangUp() {
      connection?.close()
      connection = null
      early.length = 0
      for (const track of microphone?.getTracks() ?? []) track.stop()
      microphone = null
      window.side.rangAt = null
    },
  }
  return new Promise((resolve) => socket.addEventListener('open', () => resolve()))
}
