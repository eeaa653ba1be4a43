import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { TimelineMessage } from '@parley/protocol/message'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { relativeParts } from '../../../time/relative-parts.ts'
import { useSeconds } from '../../../time/use-seconds.ts'
import { isFieldFocused } from '../../../ui/field-focus.ts'
import classes from './collision-question.module.css'

/** "Ana replied 4 seconds ago. Send anyway?", with her message. The text stays in the composer below. */
export function CollisionQuestion(props: {
  /** The composer's field. */
  field: RefObject<HTMLTextAreaElement | null>
  /** null while loading. */
  message: TimelineMessage | null
  /** false: the draft is incomplete, for example while a file is uploading. */
  sendable: boolean
  onSend: () => void
  onKeepEditing: () => void
}) {
  const { field, message, sendable, onSend, onKeepEditing } = props
  const texts = useTexts().collision
  // A repeated Enter key must not answer the question.
  const keep = useRef<HTMLButtonElement>(null)
  // A refused reply may return while the agent types somewhere else or answers another question.
  useEffect(() => {
    const { activeElement } = document
    const isElsewhere = isFieldFocused() || activeElement?.closest('[role=dialog]')
    if (activeElement === field.current || !isElsewhere) keep.current?.focus()
  }, [field])
  const escape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onKeepEditing()
  }

  return (
    <div
      className={classes.question}
      role="alertdialog"
      aria-label={texts.question}
      aria-describedby="collision"
    >
      <IconAlertTriangle size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div className={classes.body}>
        <p id="collision" className={classes.says}>
          {message === null ? texts.repliedMeanwhile : <Replied message={message} />} {texts.question}
        </p>
        {message !== null && message.content !== '' && (
          <blockquote className={classes.message} dir="auto">
            {message.content}
          </blockquote>
        )}
        <div className={classes.buttons}>
          <Button ref={keep} size="compact-sm" variant="default" onClick={onKeepEditing} onKeyDown={escape}>
            {texts.keepEditing}
          </Button>
          <Button size="compact-sm" disabled={!sendable} onClick={onSend} onKeyDown={escape}>
            {texts.sendAnyway}
          </Button>
        </div>
      </div>
    </div>
  )
}

function Replied({ message }: { message: TimelineMessage }) {
  return useTexts().collision.replied(message.sender_agent?.name ?? '', useAgo(message.created_at))
}

/** Counts the seconds of the first minute. */
function useAgo(at: string): string {
  const locale = useLocale()
  const now = useSeconds()
  const { value, unit } = relativeParts(Date.parse(at), now) ?? {
    value: Math.min(0, Math.round((Date.parse(at) - now) / 1000)),
    unit: 'second',
  }
  return new Intl.RelativeTimeFormat(locale).format(value, unit)
}
