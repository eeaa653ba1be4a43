/** One side of a call: its customer, or the agent who answered it. */
export type Party =
  | { side: 'customer'; organizationId: string; customerId: string }
  | { side: 'agent'; organizationId: string; agentId: string }
