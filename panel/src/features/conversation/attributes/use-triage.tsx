import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import type { Priority, Snooze } from '@parley/protocol/triage'
import { ApiProblem, problemText } from '../../../api/api-problem.ts'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import {
  applyConversations,
  cachedConversation,
  revertConversation,
} from '../../../queries/conversation-cache.ts'
import { conversationScope } from '../../../queries/conversation-order.ts'
import { prioritize, snooze, unsnooze } from '../../../queries/triage-queries.ts'
import { momentText } from '../../../time/times.ts'
import { replaceNotification } from '../../../ui/replace-notification.tsx'

type Change =
  | { kind: 'priority'; priority: Priority | null }
  /** `restore`: undoes a snooze that replaced another one. `seen`: log position that the agent had seen. */
  | { kind: 'snooze' | 'restore'; until: string | null; seen: number | undefined }
  | { kind: 'wake' }

export interface TriageActions {
  prioritize: (priority: Priority | null) => void
  snooze: (until: string | null) => void
  wake: () => void
}

/** Priority and snooze of a conversation, updated optimistically. `seenSeq`: log position that the window shows. */
export function useTriage(
  organizationId: string,
  conversation: Conversation,
  seenSeq: () => number | undefined,
): TriageActions {
  const t = useTexts()
  const texts = t.inbox.triage
  const locale = useLocale()
  const queryClient = useQueryClient()
  const { agent_id: me } = useMembership()
  const cache = { queryClient, organizationId, me }
  const { id } = conversation

  const { mutate } = useMutation({
    scope: conversationScope(id),
    mutationFn: (change: Change) => {
      if (change.kind === 'priority') return prioritize(organizationId, id, { priority: change.priority })
      if (change.kind === 'snooze' || change.kind === 'restore') {
        const { until, seen } = change
        return snooze(organizationId, id, { until, ...(seen !== undefined && { seen_seq: seen }) })
      }
      return unsnooze(organizationId, id)
    },
    onMutate: (change) => {
      const before = cachedConversation(cache, id) ?? conversation
      applyConversations(cache, [{ ...before, ...expectedAfter(change) }])
      return before
    },
    onSuccess: (row, change, before) => {
      applyConversations(cache, [row])
      if (change.kind === 'snooze') offerUndo(change.until, before.snooze)
    },
    onError: (error, change, before) => {
      if (before !== undefined) {
        const { priority, snooze: known } = before
        revertConversation(cache, before, () =>
          change.kind === 'priority' ? { priority } : { snooze: known },
        )
      }
      const own: Partial<Record<string, string>> = texts.problems
      const code = error instanceof ApiProblem ? error.code : ''
      notifications.show({ color: 'red', message: own[code] ?? problemText(t, error), autoClose: 10_000 })
    },
  })

  const offerUndo = (until: string | null, replaced: Snooze | null) => {
    replaceNotification(`snoozed-${id}`, {
      autoClose: 8_000,
      text: until === null ? texts.snoozedUntilReply : texts.snoozedUntil(momentText(until, locale)),
      action: {
        name: texts.undo,
        run: () =>
          mutate(
            replaced === null
              ? { kind: 'wake' }
              : { kind: 'restore', until: replaced.until, seen: seenSeq() },
          ),
      },
    })
  }

  return {
    prioritize: (priority) => mutate({ kind: 'priority', priority }),
    snooze: (until) => mutate({ kind: 'snooze', until, seen: seenSeq() }),
    wake: () => mutate({ kind: 'wake' }),
  }
}

function expectedAfter(change: Change): Partial<Conversation> {
  if (change.kind === 'priority') return { priority: change.priority }
  return { snooze: change.kind === 'wake' ? null : { until: change.until } }
}
