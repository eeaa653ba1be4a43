import { notifications } from '@mantine/notifications'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import type { ReplyAction } from '@parley/protocol/canned-reply'
import { useCommands } from '../../../commands/commands.ts'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { repeatedComposerSettingsQuery } from '../../../queries/composer-queries.ts'
import { useAgentSession } from '../../../session/agent-session.tsx'
import { ToastAction } from '../../../ui/toast-action.tsx'
import { returnToDraft } from '../drafts/open-draft.ts'
import { undoDelayMs } from './held-messages.ts'
import { sendingOf, type Outgoing } from './sending.ts'

/** Sends messages held by closed pages. */
export function useHeldMessages(): void {
  const { agent_id: agentId, organization } = useMembership()
  const session = useAgentSession()
  const queryClient = useQueryClient()
  useEffect(
    () => void sendingOf(session, queryClient, { organizationId: organization.id, agentId }),
    [session, queryClient, organization.id, agentId],
  )
}

/** Shows the reply composer of an open conversation, by its id. */
const composers = new Map<string, () => void>()

export interface OwnSending {
  submit: (message: Outgoing) => void
  /** The actions that wait until a refused message is sent. */
  actionsAfter: (clientId: string) => readonly ReplyAction[]
  /** Whether a message to this customer waits for its undo delay. */
  holdsFor: (customerId: string) => boolean
}

/**
 * Sends messages, or holds them for 5 s if the agent has turned on undo send.
 * @param showReply shows the reply composer after a message of this conversation was undone
 */
export function useSending(conversationId: string, showReply: () => void): OwnSending {
  const texts = useTexts().inbox
  const { agent_id: agentId, organization } = useMembership()
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data: settings } = useQuery(repeatedComposerSettingsQuery(organization.id))
  const sending = sendingOf(session, queryClient, { organizationId: organization.id, agentId })

  const { tooLate } = texts.writing

  const latest = useRef(showReply)
  useEffect(() => void (latest.current = showReply))
  useEffect(() => {
    const own = () => latest.current()
    composers.set(conversationId, own)
    return () => {
      if (composers.get(conversationId) === own) composers.delete(conversationId)
    }
  }, [conversationId])

  const commands = useMemo(() => {
    const undo = (clientId: string) => {
      notifications.hide(toastOf(clientId))
      const message = sending.undo(clientId)
      if (message === null) {
        notifications.show({ message: tooLate })
        return
      }
      const { conversationId, content, replyTo, uploads, actions } = message
      const owner = { session, queryClient, organizationId: organization.id, agentId }
      returnToDraft(owner, { conversationId, kind: 'reply' }, { text: content, replyTo, uploads, actions })
      const show = composers.get(conversationId)
      if (show !== undefined) return show()
      // Another conversation is open.
      void navigate({
        to: '/o/$organizationId/inbox/$view/$conversationId',
        params: { organizationId: organization.id, view: 'open', conversationId },
      })
    }
    return { undo }
  }, [sending, session, queryClient, agentId, navigate, organization.id, tooLate])

  useCommands(
    useMemo(
      () => [
        {
          id: 'conversation.undo-send',
          title: texts.writing.undoSend,
          group: texts.conversation.actions.group,
          shortcut: 'z',
          icon: IconArrowBackUp,
          run() {
            const clientId = sending.newest()
            if (clientId !== null) commands.undo(clientId)
          },
        },
      ],
      [texts, sending, commands],
    ),
  )

  const submit = (message: Outgoing) => {
    const hold = { onSent: (clientId: string) => notifications.hide(toastOf(clientId)) }
    const clientId = sending.submit(message, settings?.undo_send === true ? hold : null)
    if (clientId === null) return
    notifications.show({
      id: toastOf(clientId),
      autoClose: undoDelayMs,
      withCloseButton: false,
      message: (
        <ToastAction
          text={texts.writing.held}
          action={texts.writing.undo}
          onAction={() => commands.undo(clientId)}
        />
      ),
    })
  }
  return { submit, actionsAfter: sending.actionsAfter, holdsFor: sending.holdsFor }
}

const toastOf = (clientId: string) => `held-${clientId}`
