import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../../../i18n/i18n.tsx'
import classes from './reply-notices.module.css'
import type { CannedRepliesOfComposer } from './use-canned-replies.ts'

/** Variables that prevent sending, and the actions that follow a message. */
export function ReplyNotices({ replies }: { replies: CannedRepliesOfComposer }) {
  const texts = useTexts().inbox.replies
  const { unresolved, actions } = replies
  return (
    <>
      <div role="status">
        {unresolved.length > 0 && (
          <p className={classes.unresolved} id="unresolved-variables">
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
            <span>{texts.unresolved(unresolved.length)}</span>
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
          {actions.map((type) => (
            <span key={type} className={classes.action}>
              {texts.actions[type]}
              <CloseButton
                size="xs"
                aria-label={texts.removeAction(texts.actions[type])}
                onClick={() => replies.removeAction(type)}
              />
            </span>
          ))}
        </div>
      )}
    </>
  )
}
