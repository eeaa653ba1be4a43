import { ActionIcon, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMailForward } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { repeatedMailSettingsQuery, sendTranscript } from '../../../queries/mail-queries.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../../ui/late-failure.ts'
import { ProblemNote } from '../../../ui/problem-note.tsx'

/** Sends the customer a link to the conversation. Not shown without a mail server. */
export function SendTranscript(props: { organizationId: string; conversationId: string }) {
  const { organizationId, conversationId } = props
  const texts = useTexts().mail.transcript
  const { data: settings } = useQuery(repeatedMailSettingsQuery(organizationId))
  const [asking, setAsking] = useState(false)
  const sending = useMutation({
    mutationFn: () => sendTranscript(organizationId, conversationId),
    onSuccess: ({ email }) => notifications.show({ message: texts.sent(email) }),
  })
  const lateFailure = useLateFailure(asking, texts.title, texts.problems)
  if (settings?.configured !== true) return null
  const open = () => {
    sending.reset()
    setAsking(true)
  }
  const confirm = () => {
    const onSuccess = () => setAsking(false)
    void sending.mutateAsync(undefined, { onSuccess }).catch(lateFailure())
  }
  return (
    <>
      <Tooltip label={texts.send}>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={texts.send} onClick={open}>
          <IconMailForward size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        opened={asking}
        harmless
        title={texts.title}
        text={
          <>
            {texts.text}
            <ProblemNote error={sending.error} texts={texts.problems} />
          </>
        }
        action={texts.confirm}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
        busy={sending.isPending}
      />
    </>
  )
}
