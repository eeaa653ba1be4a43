import { openAgentSession } from '@parley/client/session/agent-session'
import { createAgentCalls } from '@parley/client/calls/agent-calls'

/** The call engine without UI, set up as in the panel. The URL has the test's parameters. */
const options = new URLSearchParams(location.search)
const organizationId = options.get('organization') ?? ''
const agentId = options.get('agent') ?? ''
const session = openAgentSession({ socketUrl: options.get('socket') ?? '', organizationId, agentId })

Object.assign(window, { session, calls: createAgentCalls({ session, organizationId, agentId }) })
