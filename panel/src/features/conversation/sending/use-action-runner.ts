import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { ReplyAction } from '@parley/protocol/canned-reply'
import type { Conversation } from '@parley/protocol/conversation'
import { ownProblemText } from '../../../api/api-problem.ts'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { applyConversations } from '../../../queries/conversation-cache.ts'
import { changeInOrder } from '../../../queries/conversation-order.ts'
import { agentsQuery } from '../../../queries/organization-queries.ts'
import { useReplyActionText } from '../../../ui/use-reply-action-text.ts'
import type { ConversationActions } from '../header/use-conversation-actions.tsx'
import { performAction } from './perform-action.ts'

/** Runs the actions that follow a message in order, with the notifications of the page. `shownSeq`: what the agent saw when sending. */
export function useActionRunner(conversation: Conversation, actions: ConversationActions) {
  const { agent_id: me, organization } = useMembership()
  const t = useTexts()
  const queryClient = useQueryClient()
  const textOf = useReplyActionText()

  /** Also if the agent is assigned: moving to a team before it may have unassigned them. */
  const assignToMe = async () => {
    const agents = await queryClient.ensureQueryData(agentsQuery(organization.id)).catch(() => [])
    const agent = agents.find(({ id }) => id === me)
    if (agent) actions.assign({ id: agent.id, name: agent.name, avatar_url: agent.avatar_url })
  }
  const problems: Partial<Record<ReplyAction['type'], Partial<Record<string, string>>>> = {
    label: t.inbox.labels.problems,
    team: t.inbox.teams.problems,
    snooze: t.inbox.triage.problems,
  }
  const perform = async (action: ReplyAction, shownSeq: number | undefined) => {
    const place = { organizationId: organization.id, conversationId: conversation.id, agentId: me, shownSeq }
    try {
      const row = await changeInOrder(queryClient, conversation.id, () => performAction(place, action))
      if (row !== null) applyConversations({ queryClient, organizationId: organization.id, me }, [row])
    } catch (error) {
      const failed = t.sharing.actions.failed(textOf(action) ?? '')
      const reason = ownProblemText(t, problems[action.type] ?? {}, error)
      notifications.show({ color: 'red', message: `${failed} ${reason}`, autoClose: 10_000 })
    }
  }
  const run = async (planned: readonly ReplyAction[], shownSeq: number | undefined) => {
    for (const action of planned) {
      if (action.type === 'assign_to_me') await assignToMe()
      else if (action.type === 'close') actions.close(shownSeq)
      else await perform(action, shownSeq)
    }
  }
  return (planned: readonly ReplyAction[], shownSeq: number | undefined): void => void run(planned, shownSeq)
}
