/** What a benchmark drives: the product and the floor look the same from here. */
export interface ChatSystem {
  name: string
  pid: number
  /** A visitor writes in room N. Resolves never: arrivals are told by `onArrival`. */
  send(room: number, id: string, text: string): void
  /** The agent of the room has the message in its hands. */
  onArrival: (id: string) => void
  onAck: (id: string) => void
  close(): Promise<void>
}

export const text200 = 'The quick brown fox jumps over the lazy dog, and then it asks where its parcel is. '
  .repeat(3)
  .slice(0, 200)
