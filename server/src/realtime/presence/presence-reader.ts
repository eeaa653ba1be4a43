/**
 * For whom customers are read. `agent`: for an agent's request, whose socket may be in any process. `socket`: for sockets of
 * agents in this process. `program`: for API keys and background jobs, which have no screen that is kept up to date.
 */
export type PresenceReader = 'agent' | 'socket' | 'program'

export type OnlineOf = (
  organizationId: string,
  customerIds: string[],
  reader: PresenceReader,
) => Promise<ReadonlySet<string>>

/** `caller`: from `AuthorizeAccess`. */
export const readerOf = (caller: object): PresenceReader => ('agentId' in caller ? 'agent' : 'program')
