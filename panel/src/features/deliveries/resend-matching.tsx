import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import type { ResendInput } from '@parley/protocol/webhook'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../ui/late-failure.ts'
import { useResendMatching } from './delivery-queries.ts'
import { filterOf, type DeliverySearch } from './delivery-search.ts'

/** Resends all matching deliveries, after confirmation. `rest`: what the previous resend of this filter left; null: nothing. */
export function ResendMatching(props: {
  search: DeliverySearch
  rest: ResendInput | null
  onRest: (rest: ResendInput | null) => void
}) {
  const { search, rest } = props
  const texts = useTexts().deliveries
  const { organization } = useMembership()
  const [asking, setAsking] = useState(false)
  const lateFailure = useLateFailure(asking, texts.resendMatchingTitle)
  const resend = useResendMatching(organization.id, ({ resent, more, next }, input) => {
    props.onRest(next ? { ...input, cursor: next } : null)
    notifications.show({
      message: resent === 0 ? texts.resentNone : more ? texts.resentMore(resent) : texts.resent(resent),
    })
  })
  const close = () => {
    resend.reset()
    setAsking(false)
  }
  const confirm = () => {
    const onSuccess = () => setAsking(false)
    void resend.mutateAsync(rest ?? filterOf(search, Date.now()), { onSuccess }).catch(lateFailure())
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
            {rest ? ` ${texts.resendRest}` : null}
            {delivered ? <strong> {texts.resendDelivered}</strong> : null}
          </>
        }
        action={texts.resendMatchingAction}
        onConfirm={confirm}
        onCancel={close}
        harmless
        busy={resend.isPending}
        error={resend.error}
      />
    </>
  )
}
