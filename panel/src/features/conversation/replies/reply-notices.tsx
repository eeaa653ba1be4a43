import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keyOfAction } from '@parley/protocol/reply-actions'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useReplyActionText } from '../../../ui/use-reply-action-text.ts'
import classes from './reply-notices.module.css'
import type { CannedRepliesOfComposer } from './use-canned-replies.ts'

/** Variables that prevent sending, and the actions that follow a message. */
export function ReplyNotices({ replies }: { replies: CannedRepliesOfComposer }) {
  const texts = useTexts().inbox.replies
  const textOf = useReplyActionText()
  const { unresolved, actions } = replies
  return (
    <>
      <div role="status">
        {unresolved.length > 0 && (
          <p className={classes.unresolved} id="unresolved-variables">
            <span className={classes.warning}>
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
              {texts.unresolved(unresolved.length)}
            </span>
            {unresolved.map((variable) => (
              <Button
                key={variable.start}
                variant="default"
                size="compact-xs"
                aria-label={texts.goTo(variable.text)}
                onClick={() => replies.selectVariable(variable)}
              >
                <bdi dir="ltr">{variable.text}</bdi>
              </Button>
            ))}
          </p>
        )}
      </div>
      {actions.length > 0 && (
        <div className={classes.actions}>
          <span>{texts.after}</span>
          {actions.map((action) => {
            const text = textOf(action) ?? ''
            return (
              <span key={keyOfAction(action)} className={classes.action}>
                <bdi>{text}</bdi>
                <CloseButton
                  size="xs"
                  aria-label={texts.removeAction(text)}
                  onClick={() => replies.removeAction(action)}
                />
              </span>
            )
          })}
        </div>
      )}
    </>
  )
}
