/** The common interface of product and floor. */
export interface ChatSystem {
  name: string
  pid: number
  /** A visitor sends a message in room N. Arrivals are reported by `onArrival`. */
  send(room: number, id: string, text: string): void
  /** The room's agent has received the message. */
  onArrival: (id: string) => void
  onAck: (id: string) => void
  close(): Promise<void>
}

export const text200 = 'The quick brown fox jumps over the lazy dog, and then it asks where its parcel is. '
  .repeat(3)
  .slice(0, 200)
