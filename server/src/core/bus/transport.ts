/** Carries frames to the other processes of an installation, best effort and in order. */
export interface Transport {
  /** Maximum size of a frame in UTF-8 (bytes). */
  readonly maxFrameBytes: number
  /** @throws {Error} if there is no connection, or it is lost before the frames are sent */
  send(frames: string[]): Promise<void>
  close(): Promise<void>
}

export interface TransportEvents {
  onFrame(text: string): void
  /** Runs after each connect. Frames sent before it were not received. */
  onConnected(): void
  /** Runs once per outage. */
  onDisconnected(reason: string): void
}

/** Connects in the background and reconnects until closed. */
export type OpenTransport = (events: TransportEvents) => Transport
