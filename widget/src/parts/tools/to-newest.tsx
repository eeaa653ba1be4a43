import { useChat } from '../../chat/chat-context.ts'
import { Icon, IconButton } from '../../chat/icon.tsx'
import { m as chat } from '../../messages/keys.ts'
import { iconPaths } from './icon-paths.ts'
import { m } from './messages/keys.ts'
import { useToolsMessages } from './tools-messages.ts'

/** Below the log while older messages are shown. */
export function ToNewest({ unread, onClick }: { unread: number; onClick(): void }) {
  const { t } = useChat()
  const tools = useToolsMessages()
  if (unread) {
    return (
      <button type="button" class="to-newest unread" onClick={onClick}>
        {t(chat.newMessages, unread)}
      </button>
    )
  }
  return (
    tools && (
      <IconButton class="to-newest" name={tools(m.toNewest)} onClick={onClick}>
        <Icon path={iconPaths.down} />
      </IconButton>
    )
  )
}
