import { openAgentSession } from '@parley/client/session/agent-session'
import { createAgentCalls } from '@parley/client/calls/agent-calls'

/** The engine of calls without its screens, as the panel has it. What a test does stands in the address. */
const options = new URLSearchParams(location.search)
const organizationId = options.get('organization') ?? ''
const agentId = options.get('agent') ?? ''
const session = openAgentSession({ socketUrl: options.get('socket') ?? '', organizationId, agentId })

Object.assign(window, { session, calls: createAgentCalls({ session, organizationId, agentId }) })
