import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useStore } from '../../../session/agent-session.tsx'
import { authorOf } from '../message/author.ts'
import { QuoteText } from '../message/message-parts.tsx'
import classes from './composer.module.css'

interface ComposerReplyProps {
  follow: CustomerFollow
  replyTo: string | null
  /** Display name of the customer. */
  name: string
  onCancel: () => void
}

/** The message being replied to. */
export function ComposerReply({ follow, replyTo, name, onCancel }: ComposerReplyProps) {
  const texts = useTexts().inbox.conversation
  const { agent_id: me } = useMembership()
  const { items } = useStore(follow.timeline)
  if (replyTo === null) return null
  const item = items.find((each) => each.kind === 'message' && each.message.id === replyTo)
  const message = item?.kind === 'message' ? item.message : null

  return (
    <div className={classes.reply}>
      <div className={classes.replyWords}>
        <span className={classes.replyTo}>
          {message === null
            ? texts.message.quoteGone
            : message.sender_agent?.id === me
              ? texts.composer.replyingToSelf
              : texts.composer.replyingTo(authorOf(message, { me, name, texts: texts.log }))}
        </span>
        {message !== null && <QuoteText message={message} />}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={texts.composer.cancelReply}
        onClick={onCancel}
      >
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
