import { useMutation, useQuery } from '@tanstack/react-query'
import { IconPaperclip } from '@tabler/icons-react'
import type { TimelineMessage } from '@parley/protocol/message'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { deleteMessage, messageVersionsQuery } from '../../../queries/message-queries.ts'
import { exactTime } from '../../../time/times.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../../ui/late-failure.ts'
import { MessageText } from '../message/message-parts.tsx'
import { VersionsDialog } from '../versions-dialog.tsx'
import classes from './message-changes.module.css'
import type { MessageChanges } from './use-message-changes.ts'

/** Confirmation of a deletion, and earlier versions. */
export function MessageChangeDialogs({ opened, close }: Pick<MessageChanges, 'opened' | 'close'>) {
  if (opened === null) return null
  const { dialog, message } = opened
  const Dialog = dialog === 'remove' ? RemoveDialog : HistoryDialog
  return <Dialog key={message.id} message={message} onClose={close} />
}

interface DialogProps {
  message: TimelineMessage
  onClose: () => void
}

function RemoveDialog({ message, onClose }: DialogProps) {
  const t = useTexts()
  const texts = t.inbox.changes
  const { organization } = useMembership()
  const removing = useMutation({ mutationFn: () => deleteMessage(organization.id, message) })
  const lateFailure = useLateFailure(true, texts.removeTitle)
  return (
    <ConfirmDialog
      opened
      title={texts.removeTitle}
      text={texts.removeText}
      action={texts.remove}
      busy={removing.isPending}
      error={removing.error}
      onConfirm={() => void removing.mutateAsync(undefined, { onSuccess: onClose }).catch(lateFailure())}
      onCancel={onClose}
    />
  )
}

function HistoryDialog({ message, onClose }: DialogProps) {
  const { changes: texts, labels } = useTexts().inbox
  const somebody = message.sender_type === 'customer' ? texts.customer : labels.program
  const locale = useLocale()
  const { organization } = useMembership()
  const versions = useQuery(messageVersionsQuery(organization.id, message))
  return (
    <VersionsDialog
      title={texts.history}
      versions={versions}
      replaced={({ replaced_by, replaced_at }) =>
        texts.replaced(replaced_by?.name ?? somebody, exactTime(replaced_at, locale))
      }
      onClose={onClose}
    >
      {({ content, media }) => (
        <>
          {content !== '' && <MessageText content={content} />}
          {media.map(({ id, name }) => (
            <p key={id} className={classes.file}>
              <IconPaperclip size={14} stroke={1.75} aria-hidden="true" />
              <bdi>{name}</bdi>
            </p>
          ))}
        </>
      )}
    </VersionsDialog>
  )
}
