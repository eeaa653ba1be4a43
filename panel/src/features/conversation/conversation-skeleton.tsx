import { Skeleton } from '@mantine/core'
import { useTexts } from '../../i18n/i18n.tsx'
import classes from './conversation-skeleton.module.css'

/** Placeholder for a loading conversation. */
export function ConversationSkeleton() {
  const texts = useTexts().inbox.conversation.log
  return (
    <output className={classes.page} aria-label={texts.loading}>
      <span className={classes.head}>
        <Skeleton circle height={36} />
        <Skeleton height={14} width={160} />
      </span>
      <MessageSkeletons />
    </output>
  )
}

/** Placeholder bubbles. */
export function MessageSkeletons() {
  return (
    <span className={classes.messages} aria-hidden="true">
      <Skeleton height={38} width="46%" radius="xl" />
      <Skeleton height={60} width="58%" radius="xl" className={classes.ours} />
      <Skeleton height={38} width="34%" radius="xl" />
      <Skeleton height={38} width="40%" radius="xl" className={classes.ours} />
    </span>
  )
}
