/** Carries frames to the other processes of an installation, best effort and in order. */
export interface Transport {
  /** Maximum size of a frame in UTF-8 (bytes), which a reconnect may change. */
  readonly maxFrameBytes: number
  /** null: every process receives every frame. */
  readonly shards: Shards | null
  /**
   * @param sharded sent after `frames`, only to processes that have opened the shard
   * @throws {Error} if there is no connection, or it is lost before the frames are sent
   */
  send(frames: string[], sharded?: readonly ShardFrame[]): Promise<void>
  close(): Promise<void>
}

export interface ShardFrame {
  shard: number
  text: string
}

/** Parts of the traffic that a process receives only if it asks for them. */
export interface Shards {
  readonly count: number
  open(shard: number): void
  close(shard: number): void
  /** Whether the frames of this shard arrive: it is open, and all servers know it. */
  isOpen(shard: number): boolean
}

export interface TransportEvents {
  onFrame(text: string): void
  /** Runs after each connect. Frames sent before it were not received. */
  onConnected(): void
  /** Runs when frames of others may have been lost since the connect. */
  onGap(): void
  /** Runs once per outage, and once more if the server answers, but refuses the process. */
  onDisconnected(reason: string): void
}

/** Connects in the background and reconnects until closed. */
export type OpenTransport = (events: TransportEvents) => Transport
