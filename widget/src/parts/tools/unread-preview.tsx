import { useState } from 'preact/hooks'
import { Avatar } from '../../chat/avatar.tsx'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { IconButton } from '../../chat/icon.tsx'
import { excerptOf } from '../../chat/quotes.ts'
import { m } from './messages/keys.ts'
import { useToolsMessages } from './tools-messages.ts'

/** The last unread reply beside the launcher, while the window is closed. */
export function UnreadPreview() {
  const { session, settings } = useChat()
  const t = useToolsMessages()
  const { items, unread } = useStore(session.timeline)
  const [dismissed, dismiss] = useState('')
  const last = items.findLast((item) => item.kind === 'message' && !item.message.deleted_at)
  const message = last?.kind === 'message' && last.message.sender_type !== 'customer' ? last.message : null
  if (!t || !unread || !message || dismissed === message.id) return null

  const { sender_agent: agent } = message
  return (
    <div class="preview" role="status">
      <button
        type="button"
        class="preview-open"
        // The launcher owns the open state.
        onClick={({ currentTarget }) =>
          (currentTarget.getRootNode() as ShadowRoot).querySelector<HTMLElement>('.launcher')?.click()
        }
      >
        {agent && <Avatar agent={agent} />}
        <span class="stack">
          <bdi class="ellipsis caption">{agent?.name ?? settings.appearance.title}</bdi>
          <bdi class="preview-text">{excerptOf(message)}</bdi>
        </span>
      </button>
      <IconButton icon="close" name={t(m.dismiss)} onClick={() => dismiss(message.id)} />
    </div>
  )
}
