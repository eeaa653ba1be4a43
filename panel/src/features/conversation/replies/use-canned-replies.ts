import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { CannedReply, ReplyAction } from '@parley/protocol/canned-reply'
import { fillVariables, unresolvedIn, type VariableUse } from '@parley/protocol/canned-reply-variables'
import { plannedActions } from '@parley/protocol/reply-actions'
import type { Conversation } from '@parley/protocol/conversation'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { countCannedReply, readCannedReply } from '../../../queries/canned-reply-queries.ts'
import { useReplyActionText } from '../../../ui/use-reply-action-text.ts'
import type { Uploads } from '../composer/use-uploads.ts'
import { changeWindowDraft, onWindowDrafts, windowDraft } from '../drafts/window-drafts.ts'
import { useReplyValues } from './use-reply-values.ts'

/** A download that stalls must not block the reply. Per request, and long enough for a large file on a slow line. */
const downloadTimeoutMs = 300_000

/** Without AbortSignal.any, which Safari has only since 17.4. */
function limited(canceled: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (canceled.aborted) abort()
  canceled.addEventListener('abort', abort, { once: true })
  setTimeout(abort, downloadTimeoutMs)
  return controller.signal
}

/** Inserts canned replies into the composer: text with variables filled in, attachments, and actions to run after sending. */
export function useCannedReplies(options: {
  conversation: Conversation
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Whether the text has changes of this window that are not saved. */
  isDirty: boolean
  /** The text with changes that are not rendered yet. */
  latestText: () => string
  change: (text: string) => void
  uploads: Uploads
}) {
  const { conversation, field, text, isDirty, latestText, change, uploads } = options
  const texts = useTexts().inbox.replies
  const { agent_id: agentId, organization } = useMembership()
  const queryClient = useQueryClient()
  const textOf = useReplyActionText()
  const readValues = useReplyValues(conversation)
  const { id } = conversation
  const inserted = useSyncExternalStore(onWindowDrafts, () => windowDraft(agentId, id))
  const unresolved = unresolvedIn(text)

  // The text was sent or deleted elsewhere, also before this mounts: its actions must not follow another message.
  const hasNoText = text.trim() === ''
  const wasMounted = useRef(false)
  const forgetIfEmpty = useEffectEvent((isEmpty: boolean) => {
    const isOwnChange = wasMounted.current && isDirty
    wasMounted.current = true
    if (isEmpty && !isOwnChange && inserted.uploads.length + inserted.fetching.length === 0)
      forget(agentId, id)
  })
  useEffect(() => forgetIfEmpty(hasNoText), [hasNoText])

  const select = (start: number, end: number) => {
    field.current?.focus()
    field.current?.setSelectionRange(start, end)
  }

  const isLoadingValues = useRef(false)
  const insert = async (reply: CannedReply, { start, end }: { start: number; end: number }) => {
    // Until then the list stays open, so that Enter may be pressed again.
    if (isLoadingValues.current) return
    isLoadingValues.current = true
    const values = await readValues().finally(() => {
      isLoadingValues.current = false
    })
    const filled = fillVariables(reply.content, values)
    const now = latestText()
    // The conversation may have been left meanwhile, or the text sent or changed.
    if (field.current === null || !now.startsWith(text.slice(start, end), start)) return
    // At once: a selection made in the next frame would replace what was typed before it.
    flushSync(() => change(now.slice(0, start) + filled + now.slice(end)))
    const [first] = unresolvedIn(filled)
    const caret = start + filled.length
    if (first === undefined) select(caret, caret)
    else select(start + first.start, start + first.start + first.text.length)
    changeWindowDraft(agentId, id, ({ replyIds, actions }) => ({
      replyIds: [...new Set([...replyIds, reply.id])],
      actions: plannedActions([...actions, ...reply.actions.filter((action) => textOf(action) !== null)]),
    }))
    if (reply.media.length > 0) await uploads.addLater((signal) => filesOf(reply.id, signal))
  }

  /** Downloads the attachments. They are uploaded again, because attachments belong to one customer. */
  const filesOf = async (replyId: string, canceled: AbortSignal): Promise<File[]> => {
    const signal = () => limited(canceled)
    const fresh = await readCannedReply(organization.id, replyId, signal()).catch(() => null)
    if (fresh === null && !canceled.aborted)
      notifications.show({ color: 'red', message: texts.attachmentsFailed })
    const files: File[] = []
    for (const { url, name, mime } of fresh?.media ?? []) {
      const content = await fetch(url, { signal: signal() })
        .then((response) => (response.ok ? response.blob() : null))
        .catch(() => null)
      if (canceled.aborted) return []
      if (content === null) notifications.show({ color: 'red', message: texts.attachmentFailed(name) })
      else files.push(new File([content], name, { type: mime }))
    }
    return files
  }

  return {
    insert,
    unresolved,
    selectVariable: ({ start, text: variable }: VariableUse) => select(start, start + variable.length),
    actions: inserted.actions,
    removeAction: (action: ReplyAction) =>
      changeWindowDraft(agentId, id, ({ actions }) => ({
        actions: actions.filter((each) => each !== action),
      })),
    /** Puts back the actions of a refused message. */
    restore: (returned: readonly ReplyAction[]) =>
      changeWindowDraft(agentId, id, ({ actions }) => ({
        actions: plannedActions([...returned, ...actions]),
      })),
    /** Call after sending. Returns the actions to run. */
    take: (): readonly ReplyAction[] => {
      // Uses only affect the order of the list: errors are ignored.
      for (const replyId of inserted.replyIds) countCannedReply(organization.id, replyId).catch(() => {})
      if (inserted.replyIds.length > 0) {
        const queryKey = ['o', organization.id, 'canned-replies']
        void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
      }
      forget(agentId, id)
      return inserted.actions
    },
  }
}

const forget = (agentId: string, draftId: string) =>
  changeWindowDraft(agentId, draftId, () => ({ replyIds: [], actions: [] }))

export type CannedRepliesOfComposer = ReturnType<typeof useCannedReplies>
