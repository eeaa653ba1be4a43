/** One call of one system, in milliseconds. */
export interface CallTimes {
  /** From the customer's click to the ring in the agent's page. */
  ring: number
  /** From the agent's click until both have heard the other's voice. */
  sound: number
}

/** Places one call from a new page, and ends it. */
export type PlaceCall = () => Promise<CallTimes>
