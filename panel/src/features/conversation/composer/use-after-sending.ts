import { useQueryClient } from '@tanstack/react-query'
import type { ReplyAction } from '@parley/protocol/canned-reply'
import type { Conversation } from '@parley/protocol/conversation'
import { useMembership } from '../../../context/membership.tsx'
import { agentsQuery } from '../../../queries/organization-queries.ts'
import { useAgentSession } from '../../../session/agent-session.tsx'
import type { ConversationActions } from '../header/use-conversation-actions.tsx'
import { whenSent } from './when-sent.ts'

/** Runs actions on the conversation once the service has stored a message: a closed conversation would refuse it. */
export function useAfterSending(conversation: Conversation, actions: ConversationActions) {
  const { agent_id: me, organization } = useMembership()
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const run = async (clientId: string, types: readonly ReplyAction['type'][]) => {
    if (types.length === 0 || !(await whenSent(session, conversation.customer.id, clientId))) return
    if (types.includes('assign_to_me') && conversation.agent?.id !== me) {
      const agents = await queryClient.ensureQueryData(agentsQuery(organization.id)).catch(() => [])
      const agent = agents.find(({ id }) => id === me)
      if (agent) actions.assign({ id: agent.id, name: agent.name, avatar_url: agent.avatar_url })
    }
    if (types.includes('close')) actions.close()
  }
  return (clientId: string, types: readonly ReplyAction['type'][]): void => void run(clientId, types)
}
