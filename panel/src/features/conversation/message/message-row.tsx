import { IconArrowBackUp, IconCopy, IconEraser } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { MessageStatus } from '@parley/client/timeline/timeline-view'
import type { ConversationCustomer } from '@parley/protocol/conversation'
import type { TimelineMessage } from '@parley/protocol/message'
import { isAdmin, useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { clockTime, exactTime } from '../../../time/times.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import marks from '../changes/message-changes.module.css'
import { MessageEditor } from '../changes/message-editor.tsx'
import { MessageMenu } from '../changes/message-menu.tsx'
import { messagePermissions } from '../changes/message-permissions.ts'
import type { EditedMessage, MessageActions } from '../changes/use-message-changes.ts'
import type { Placed, Side } from '../log/timeline-rows.ts'
import { MailNote } from '../mail/mail-note.tsx'
import { authorOf } from './author.ts'
import { DeliveryNote } from './delivery-note.tsx'
import { MessageMedia } from './message-media.tsx'
import { MessageQuote, MessageText, Ticks } from './message-parts.tsx'
import classes from './message-row.module.css'

interface MessageRowProps extends Placed {
  message: TimelineMessage
  side: Side
  customer: ConversationCustomer
  /** Display name of the customer. */
  name: string
  /** Delivery status of our own messages. */
  status: MessageStatus | null
  /** Our newest message shows its status as text, others as ticks. */
  showsStatusText: boolean
  /** The quoted message, if loaded. */
  quoted: TimelineMessage | null
  flashed: boolean
  /** Its text is being edited. */
  editing: EditedMessage | null
  /** false: without the tools, for the first paint. */
  whole: boolean
  changes: MessageActions
  onReply: ((message: TimelineMessage) => void) | null
  onJump: (messageId: string) => void
  refreshLinks: CustomerFollow['refreshLinks']
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, side, first, last, name, quoted, changes } = props
  const { conversation: texts, changes: changeTexts } = useTexts().inbox
  const locale = useLocale()
  const { agent_id: me } = useMembership()
  const author = authorOf(message, { me, name, texts: texts.log })
  const time = clockTime(message.created_at, locale)
  const cleared = message.deleted_by_customer_at !== null
  const deleted = message.deleted_at != null
  const edited = message.edited_at != null

  if (side === 'system') return <p className={classes.system}>{message.content}</p>
  return (
    <article
      className={classes.message}
      data-side={side}
      data-first={first || undefined}
      data-last={last || undefined}
      data-flashed={props.flashed || undefined}
      data-cleared={cleared || undefined}
      data-deleted={deleted || undefined}
      aria-label={texts.log.at(author, time)}
      tabIndex={-1}
    >
      <span className={classes.face}>{first && <SenderAvatar {...props} />}</span>
      <div className={classes.body}>
        {first && (
          <span className={classes.author} aria-hidden="true">
            <bdi>{author}</bdi>
          </span>
        )}
        {props.editing !== null && !deleted ? (
          <MessageEditor message={message} takesFocus={props.editing.takesFocus} onDone={changes.endEdit} />
        ) : (
          <div className={classes.line}>
            <div className={classes.bubble}>
              {message.reply_to_id !== null && !deleted && (
                <MessageQuote
                  quoted={quoted}
                  author={quoted === null ? '' : authorOf(quoted, { me, name, texts: texts.log })}
                  onGo={() => props.onJump(message.reply_to_id ?? '')}
                />
              )}
              {message.media.length > 0 && (
                <MessageMedia media={message.media} refreshLinks={props.refreshLinks} />
              )}
              {message.content !== '' && <MessageText content={message.content} />}
              {deleted && <p className={marks.deleted}>{changeTexts.removed}</p>}
            </div>
            {!deleted && (
              <RowTools message={message} onReply={props.onReply} changes={changes} whole={props.whole} />
            )}
          </div>
        )}
        {side === 'customer' && <MailNote message={message} />}
        <DeliveryNote message={message} />
        {(last || cleared || edited || deleted) && (
          <span className={classes.meta}>
            {cleared && (
              <span className={classes.clearedMark}>
                <IconEraser size={14} stroke={1.75} aria-hidden="true" />
                {texts.log.clearedMark}
              </span>
            )}
            {(edited || deleted) && (
              <button type="button" className={marks.mark} onClick={() => changes.showHistory(message)}>
                {deleted ? changeTexts.history : changeTexts.edited}
              </button>
            )}
            <time dateTime={message.created_at} title={exactTime(message.created_at, locale)}>
              {time}
            </time>
            {props.status !== null && message.delivery?.state !== 'failed' && (
              <Ticks status={props.status} showsText={props.showsStatusText} />
            )}
          </span>
        )}
      </div>
    </article>
  )
})

function SenderAvatar({ message, side, customer }: MessageRowProps) {
  if (side === 'customer') {
    return <Avatar id={customer.id} name={customer.name} avatarUrl={customer.avatar_url} size={28} />
  }
  const agent = message.sender_agent
  return (
    <Avatar
      id={agent?.id ?? message.sender_type}
      name={agent?.name ?? null}
      avatarUrl={agent?.avatar_url ?? null}
      size={28}
      kind={message.sender_type === 'ai_agent' ? 'assistant' : 'person'}
    />
  )
}

/**
 * Shown while the message is hovered or focused. Plain buttons: every message has them, and two Mantine tooltips
 * per message took most of the time to open a conversation.
 */
function RowTools(props: Pick<MessageRowProps, 'message' | 'onReply' | 'changes' | 'whole'>) {
  const { message, onReply, changes } = props
  const texts = useTexts().inbox.conversation.message
  const membership = useMembership()
  const [now] = useState(Date.now)
  const { channel } = changes
  const allowed = messagePermissions(message, {
    me: membership.agent_id,
    isAdmin: isAdmin(membership),
    now,
    channel,
  })
  if (!props.whole) {
    const plain = Number(onReply !== null) + Number(message.content !== '')
    const menu = Number(allowed.mayDelete)
    const places = { '--tools': plain + menu, '--tools-on-touch': Math.min(plain, 1) + menu }
    return <span className={classes.tools} style={places} data-places />
  }
  return (
    <span className={classes.tools}>
      {onReply !== null && (
        <button
          type="button"
          className={classes.tool}
          aria-label={texts.reply}
          title={texts.reply}
          onClick={() => onReply(message)}
        >
          <IconArrowBackUp size={18} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
        </button>
      )}
      {message.content !== '' && (
        <button
          type="button"
          className={classes.tool}
          aria-label={texts.copy}
          title={texts.copy}
          onClick={() => void copyText(message.content)}
        >
          <IconCopy size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      {allowed.mayDelete && (
        <MessageMenu message={message} actions={changes} className={classes.tool} {...allowed} />
      )}
    </span>
  )
}
