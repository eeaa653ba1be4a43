/** Carries frames to the other processes of an installation, best effort and in order. */
export interface Transport {
  /** Bytes in UTF-8. */
  readonly maxFrameBytes: number
  /** @throws Error while there is no connection, or when it is lost meanwhile */
  send(frames: string[]): Promise<void>
  close(): Promise<void>
}

export interface TransportEvents {
  onFrame(text: string): void
  /** After every connection: frames that others sent before it were not received. */
  onConnected(): void
  /** Once per outage. */
  onDisconnected(reason: string): void
}

/** Connects in the background, without end. */
export type OpenTransport = (events: TransportEvents) => Transport
