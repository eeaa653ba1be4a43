import { notifications } from '@mantine/notifications'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useCommands } from '../../../commands/commands.ts'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { composerSettingsQuery } from '../../../queries/composer-queries.ts'
import { useAgentSession } from '../../../session/agent-session.tsx'
import { ToastAction } from '../../../ui/toast-action.tsx'
import { keepUploads } from '../composer/use-uploads.ts'
import { readDraft, writeDraft } from '../drafts/stored-draft.ts'
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

/** Restores an undone message into its composer, by conversation. */
const composers = new Map<string, (message: Outgoing) => void>()

/**
 * Sends messages, or holds them for 5 s if the agent has turned on undo send.
 * @param restore puts an undone message back into this composer
 */
export function useSending(
  conversationId: string,
  restore: (message: Outgoing) => void,
): (message: Outgoing) => void {
  const texts = useTexts().inbox
  const { agent_id: agentId, organization } = useMembership()
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data: settings } = useQuery(composerSettingsQuery(organization.id))
  const sending = sendingOf(session, queryClient, { organizationId: organization.id, agentId })

  const latest = useRef(restore)
  useEffect(() => void (latest.current = restore))
  useEffect(() => {
    const own = (message: Outgoing) => latest.current(message)
    composers.set(conversationId, own)
    return () => {
      if (composers.get(conversationId) === own) composers.delete(conversationId)
    }
  }, [conversationId])

  const commands = useMemo(() => {
    const undo = (clientId: string) => {
      notifications.hide(toastOf(clientId))
      const message = sending.undo(clientId)
      if (message === null) return
      const composer = composers.get(message.conversationId)
      if (composer !== undefined) return composer(message)
      // Another conversation is open: the text is restored as a draft.
      const draft = readDraft(agentId, message.conversationId)
      const text = joined(message.content, draft.text)
      writeDraft(agentId, message.conversationId, { ...draft, text, isDirty: true })
      keepUploads(message.conversationId, message.uploads)
      void navigate({
        to: '/o/$organizationId/inbox/$view/$conversationId',
        params: { organizationId: organization.id, view: 'open', conversationId: message.conversationId },
      })
    }
    return { undo }
  }, [sending, agentId, navigate, organization.id])

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

  return (message) => {
    const clientId = sending.submit(message, settings?.undo_send === true)
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
}

const toastOf = (clientId: string) => `held-${clientId}`

/** The restored text precedes text written meanwhile. */
export const joined = (content: string, draft: string): string =>
  draft.trim() === '' ? content : `${content}\n${draft}`
