import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import type { AgentFace } from '@parley/protocol/agent'
import type { Conversation } from '@parley/protocol/conversation'
import { ApiProblem } from '../../../api/api-problem.ts'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import type { InboxLocation } from '../../../navigation/inbox-location.ts'
import { displayName } from '../../../people/customer-labels.ts'
import { applyConversations, cachedConversation } from '../../../queries/conversation-cache.ts'
import { conversationScope, postChange } from '../../../queries/conversation-order.ts'
import { conversationQuery, inboxListsKey } from '../../../queries/conversation-queries.ts'
import { agentsQuery } from '../../../queries/organization-queries.ts'
import { replaceNotification } from '../../../ui/replace-notification.tsx'
import { conversationProblemText } from '../conversation-problem.ts'
import { currentConversation } from '../current-conversation.ts'
import { arrivedText } from './arrived-text.ts'
import { revertExpected } from './revert-expected.ts'
import {
  InterruptedRequests,
  undoClose,
  undoInOrder,
  type ActionRequest,
  type ActionRequests,
} from './undo-close.ts'

export interface ConversationActions {
  assign: (agent: AgentFace | null) => void
  takeOver: () => void
  /** `seen`: log position that the agent has seen; left out: what the window shows. */
  close: (seen?: number) => void
  reopen: () => void
}

interface Step extends ActionRequest {
  /** Of `reopen` as an undo, or what is left of it: requests that follow unless this one is refused. */
  undo?: { followedBy: ActionRequest[]; mayBeDone: boolean }
  /** The expected row: shown immediately, reverted when the service refuses. */
  expected?: Partial<Conversation>
  /** Of `close`: log position that the agent has seen, also if it is closed regardless. */
  seen?: number | undefined
}

const closedRow = { status: 'closed', waiting_since: null } as const

/** Actions on a conversation. Updates are optimistic; errors show a notification. */
export function useConversationActions(
  conversation: Conversation,
  inbox: InboxLocation,
  /** Log position that the window shows; undefined while it loads. */
  shownSeq: () => number | undefined,
): ConversationActions {
  const t = useTexts()
  const locale = useLocale()
  const texts = t.inbox.conversation
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { agent_id: me } = useMembership()
  const { organizationId, view } = inbox
  const { id, customer } = conversation
  const isOpen = conversation.status === 'open'
  const name = displayName(t.inbox.customers, customer)

  const latestShown = useRef(shownSeq)
  useEffect(() => void (latestShown.current = shownSeq))

  const { mutate } = useMutation({
    scope: conversationScope(id),
    mutationFn: ({ undo, ...first }: Step) => {
      const post = ({ action, body }: ActionRequest) => postChange(organizationId, id, action, body)
      return undo === undefined ? post(first) : undoInOrder(post, [first, ...undo.followedBy], undo.mayBeDone)
    },
    onMutate: ({ expected }) => {
      const cache = { queryClient, organizationId, me }
      const before = cachedConversation(cache, id) ?? conversation
      if (expected !== undefined) applyConversations(cache, [{ ...before, ...expected }])
      return before
    },
    onSuccess: (row, { action, seen }, before) => {
      if (row === null)
        void queryClient.invalidateQueries({ queryKey: conversationQuery(organizationId, id).queryKey })
      else applyConversations({ queryClient, organizationId, me }, [row])
      if (action === 'close') offerUndo(undoClose(before, seen))
    },
    onError: (error, { expected, seen }, before) => {
      if (expected !== undefined && before !== undefined) {
        revertExpected({ queryClient, organizationId, me }, before, expected)
      }
      if (error instanceof InterruptedRequests) offerToRepeatUndo(error)
      else if (error instanceof ApiProblem && error.code === 'stale_view') void askToClose(seen)
      else tell(error)
    },
    onSettled: (_row, _error, { action }) => {
      // Rows do not enter lists with a search text by themselves. Also if what follows a reopening was refused.
      if (action === 'reopen') void queryClient.invalidateQueries({ queryKey: inboxListsKey(organizationId) })
    },
  })

  /** A notification, because the agent may be in the next conversation already. */
  const askToClose = async (seen: number | undefined) => {
    const row = await queryClient
      .fetchQuery({ ...conversationQuery(organizationId, id), staleTime: 0 })
      .catch(() => null)
    replaceNotification(`stale-${id}`, {
      color: 'yellow',
      autoClose: 20_000,
      text: arrivedText(t.stale, row, locale),
      action: {
        name: t.stale.closeAnyway,
        run: () => mutate({ action: 'close', expected: closedRow, seen }),
      },
    })
  }

  const undo = ([first, ...followedBy]: ActionRequests, mayBeDone: boolean) =>
    mutate({ ...first, undo: { followedBy, mayBeDone } })

  const offerUndo = (requests: ActionRequests) => {
    replaceNotification(`closed-${id}`, {
      autoClose: 8_000,
      text: texts.actions.closed(name),
      action: { name: texts.actions.undo, run: () => undo(requests, false) },
    })
  }

  const offerToRepeatUndo = ({ failure, rest }: InterruptedRequests) => {
    void queryClient.invalidateQueries({ queryKey: conversationQuery(organizationId, id).queryKey })
    replaceNotification(`closed-${id}`, {
      color: 'red',
      autoClose: 10_000,
      text: conversationProblemText(t, failure),
      action: { name: texts.actions.undo, run: () => undo(rest, true) },
    })
  }

  const tell = (error: Error) => {
    const code = error instanceof ApiProblem ? error.code : 'unexpected'
    void queryClient.invalidateQueries({ queryKey: conversationQuery(organizationId, id).queryKey })
    if (code === 'agent_unknown') {
      void queryClient.invalidateQueries({ queryKey: agentsQuery(organizationId).queryKey })
    }
    replaceNotification(`problem-${id}`, {
      color: 'red',
      autoClose: 10_000,
      text: conversationProblemText(t, error),
      ...(code === 'another_conversation_open' && {
        action: { name: texts.problems.openTheOther, run: () => void goToOpen() },
      }),
    })
  }

  const goToOpen = async () => {
    const open = await currentConversation(queryClient, organizationId, customer.id)
    if (open?.status !== 'open') return
    await navigate({
      to: '/o/$organizationId/inbox/$view/$conversationId',
      params: { organizationId, view, conversationId: open.id },
    })
  }

  return useMemo(
    () => ({
      assign: (agent) =>
        mutate({ action: 'assign', body: { agent_id: agent?.id ?? null }, expected: { agent } }),
      takeOver: () => {
        const agent = queryClient
          .getQueryData(agentsQuery(organizationId).queryKey)
          ?.find((each) => each.id === me)
        const face = agent && { id: agent.id, name: agent.name, avatar_url: agent.avatar_url }
        mutate({ action: 'take-over', ...(face && isOpen ? { expected: { agent: face } } : {}) })
      },
      close: (seen = latestShown.current()) =>
        mutate({
          action: 'close',
          expected: closedRow,
          seen,
          ...(seen !== undefined && { body: { seen_seq: seen } }),
        }),
      reopen: () => mutate({ action: 'reopen' }),
    }),
    [mutate, queryClient, organizationId, me, isOpen],
  )
}
