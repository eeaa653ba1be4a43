import { useQueryClient } from '@tanstack/react-query'
import type { ReplyAction } from '@parley/protocol/canned-reply'
import type { Conversation } from '@parley/protocol/conversation'
import { useMembership } from '../../../context/membership.tsx'
import { agentsQuery } from '../../../queries/organization-queries.ts'
import type { ConversationActions } from '../header/use-conversation-actions.tsx'

/** Runs the actions that follow a message, with the notifications of the page. */
export function useActionRunner(conversation: Conversation, actions: ConversationActions) {
  const { agent_id: me, organization } = useMembership()
  const queryClient = useQueryClient()
  const run = async (types: readonly ReplyAction['type'][]) => {
    if (types.includes('assign_to_me') && conversation.agent?.id !== me) {
      const agents = await queryClient.ensureQueryData(agentsQuery(organization.id)).catch(() => [])
      const agent = agents.find(({ id }) => id === me)
      if (agent) actions.assign({ id: agent.id, name: agent.name, avatar_url: agent.avatar_url })
    }
    if (types.includes('close')) actions.close()
  }
  return (types: readonly ReplyAction['type'][]): void => void run(types)
}
