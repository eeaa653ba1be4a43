import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import { useTexts } from '../../../i18n/i18n.tsx'
import { displayName } from '../../../people/customer-labels.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { ConversationActions } from './use-conversation-actions.tsx'

/**
 * During a call `close` asks for confirmation, because the key may have been meant for a note. Not for what closes after a message
 * was sent: the agent may have left the conversation, and the question with it.
 */
export function useCloseQuestion(
  actions: ConversationActions,
  options: { ask: boolean; customer: Conversation['customer']; shownSeq: () => number | undefined },
): { actions: ConversationActions; question: ReactNode } {
  const { ask, customer } = options
  const { customers, conversation } = useTexts().inbox
  const texts = conversation.actions.closeInCall
  const [asking, setAsking] = useState(false)
  const [seen, setSeen] = useState<number>()
  const latestShown = useRef(options.shownSeq)
  useEffect(() => void (latestShown.current = options.shownSeq))
  const guarded = useMemo(
    () =>
      ask
        ? {
            ...actions,
            close: (position?: number) => {
              // The dialog covers what arrives behind it.
              setSeen(position ?? latestShown.current())
              setAsking(true)
            },
          }
        : actions,
    [ask, actions],
  )
  const question = (
    <ConfirmDialog
      opened={asking}
      title={texts.title}
      text={texts.text(displayName(customers, customer))}
      action={texts.action}
      harmless
      onCancel={() => setAsking(false)}
      onConfirm={() => {
        setAsking(false)
        actions.close(seen)
      }}
    />
  )
  return { actions: guarded, question }
}
