import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import type { ResendResult } from '@parley/protocol/webhook'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useResendMatching } from './delivery-queries.ts'
import type { DeliverySearch } from './delivery-search.ts'

/** Resends all matching deliveries, after confirmation. */
export function ResendMatching({ search }: { search: DeliverySearch }) {
  const texts = useTexts().deliveries
  const { organization } = useMembership()
  const resend = useResendMatching(organization.id)
  const [asking, setAsking] = useState(false)
  const close = () => {
    resend.reset()
    setAsking(false)
  }
  const tell = ({ resent, more }: ResendResult) => {
    close()
    notifications.show({
      message: resent === 0 ? texts.resentNone : more ? texts.resentMore(resent) : texts.resent(resent),
    })
  }
  const delivered = search.state === undefined || search.state === 'delivered'
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRepeat size={18} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {texts.resendMatching}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={texts.resendMatchingTitle}
        text={
          <>
            {texts.resendMatchingText}
            {delivered ? <strong> {texts.resendDelivered}</strong> : null}
          </>
        }
        action={texts.resendMatchingAction}
        onConfirm={() => resend.mutate(search, { onSuccess: tell })}
        onCancel={close}
        harmless
        busy={resend.isPending}
        error={resend.error}
      />
    </>
  )
}
