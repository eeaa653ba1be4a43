import { useEffect } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { IconButton } from '../../chat/icon.tsx'
import { nameOf } from '../../chat/message-view.tsx'
import { excerptOf } from '../../chat/quotes.ts'
import type { MessageRow } from '../../chat/rows.ts'
import { m } from './messages/keys.ts'
import { useToolsMessages } from './tools-messages.ts'

/** The message that is being replied to, above the text field. */
export function ReplyBar({ row, onCancel }: { row: MessageRow; onCancel(): void }) {
  const context = useChat()
  const t = useToolsMessages()
  const { status, more, items } = useStore(context.session.timeline)
  // Cleared, not just on an older page of the history.
  const gone = status.name === 'ready' && !more && !items.some(({ key }) => key === row.id)
  useEffect(() => {
    if (gone) onCancel()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function with each render
  }, [gone])
  if (!t) return null
  return (
    <div class="reply-bar">
      <div>
        <b>{row.own ? t(m.replyToOwn) : t(m.replyTo, { name: nameOf(row, context) })}</b>
        <span>
          <bdi>{excerptOf(row)}</bdi>
        </span>
      </div>
      <IconButton icon="close" name={t(m.cancelReply)} onClick={onCancel} />
    </div>
  )
}
