import { Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { PendingMessage } from '@parley/client/sending/pending-message'
import type { TimelineMessage } from '@parley/protocol/message'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { agentsQuery } from '../../../queries/organization-queries.ts'
import { clockTime } from '../../../time/times.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { codeText } from '../conversation-problem.ts'
import type { Placed } from '../log/timeline-rows.ts'
import { authorOf } from './author.ts'
import { MessageMedia } from './message-media.tsx'
import { MessageQuote, MessageText, Ticks } from './message-parts.tsx'
import classes from './message-row.module.css'
import own from './pending-row.module.css'

interface PendingRowProps extends Placed {
  pending: PendingMessage
  /** The quoted message, if loaded. */
  quoted: TimelineMessage | null
  /** Display name of the customer. */
  name: string
  onJump: (messageId: string) => void
  follow: CustomerFollow
}

/** An unsent message: pending, or failed with actions. */
export const PendingRow = memo(function PendingRow(props: PendingRowProps) {
  const { pending, first, last, follow, quoted } = props
  const texts = useTexts()
  const locale = useLocale()
  const { agent_id: me, organization } = useMembership()
  const { data: agents } = useQuery(agentsQuery(organization.id))
  const self = agents?.find(({ id }) => id === me)
  const time = clockTime(pending.created_at, locale)
  const { log } = texts.inbox.conversation
  const failed = pending.state.name === 'failed'

  return (
    <article
      className={classes.message}
      data-side="team"
      data-first={first || undefined}
      data-last={last || undefined}
      aria-label={log.at(log.you, time)}
    >
      <span className={classes.face}>
        {first && <Avatar id={me} name={self?.name ?? null} avatarUrl={self?.avatar_url ?? null} size={28} />}
      </span>
      <div className={classes.body}>
        {first && (
          <span className={classes.author} aria-hidden="true">
            {log.you}
          </span>
        )}
        <div className={classes.line}>
          <div className={classes.bubble} data-failed={failed || undefined}>
            {pending.reply_to_id !== null && (
              <MessageQuote
                quoted={quoted}
                author={quoted === null ? '' : authorOf(quoted, { me, name: props.name, texts: log })}
                onGo={() => props.onJump(pending.reply_to_id ?? '')}
              />
            )}
            {pending.media.length > 0 && (
              <MessageMedia media={pending.media} refreshLinks={follow.refreshLinks} />
            )}
            {pending.content !== '' && <MessageText content={pending.content} />}
          </div>
        </div>
        {failed ? (
          <Failed pending={pending} follow={follow} />
        ) : (
          last && (
            <span className={classes.meta}>
              <time dateTime={pending.created_at}>{time}</time>
              <State state={pending.state} />
            </span>
          )
        )}
      </div>
    </article>
  )
})

function State({ state }: { state: PendingMessage['state'] }) {
  const texts = useTexts().inbox.conversation.message
  if (state.name === 'sent') return <Ticks status="sent" showsText />
  const queued = state.name === 'queued'
  return (
    <span className={own.state}>
      {queued ? texts.queued : texts.sending}
      {queued ? (
        <IconClock size={14} stroke={1.75} aria-hidden="true" />
      ) : (
        <Loader size={12} color="gray" aria-hidden="true" />
      )}
    </span>
  )
}

function Failed({ pending, follow }: { pending: PendingMessage; follow: CustomerFollow }) {
  const texts = useTexts()
  const { message } = texts.inbox.conversation
  const { client_id: id, state } = pending
  const code = state.name === 'failed' ? state.code : null
  const stale = code === 'stale_view'
  const mediaGone = code === 'media_unknown'
  return (
    <div className={own.failed} role="alert">
      <span className={own.reason}>
        <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
        {stale
          ? `${texts.collision.repliedMeanwhile} ${texts.collision.question}`
          : `${message.failed}. ${code === null ? '' : codeText(texts, code)}`}
      </span>
      {(!mediaGone || pending.content !== '') && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => follow.retry(id, follow.timeline.get().seq)}
        >
          {stale ? texts.collision.sendAnyway : mediaGone ? message.sendWithoutMedia : message.retry}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => follow.discard(id)}>
        {message.discard}
      </Button>
    </div>
  )
}
