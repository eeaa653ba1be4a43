import { Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Webhook } from '@parley/protocol/webhook'
import { problemText } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../ui/late-failure.ts'
import { Section } from '../../ui/section.tsx'
import { useSaveWebhook } from './webhook-queries.ts'

/** Turns a webhook on, or off after confirmation. */
export function WebhookSwitch({ webhook }: { webhook: Webhook }) {
  const t = useTexts()
  const texts = t.webhooks
  const save = useSaveWebhook(webhook.id)
  const [asking, setAsking] = useState(false)
  const lateFailure = useLateFailure(asking, texts.switchOffTitle)
  const close = () => {
    save.reset()
    setAsking(false)
  }
  const switchTo = (active: boolean, onFailure: (error: unknown) => void) => {
    const onSuccess = () => {
      close()
      notifications.show({ message: active ? texts.switchedOn : texts.switchedOff })
    }
    void save.mutateAsync({ active }, { onSuccess }).catch(onFailure)
  }
  const showFailure = (error: unknown) => notifications.show({ color: 'red', message: problemText(t, error) })
  return (
    <Section title={texts.sending}>
      <Switch
        label={texts.active}
        description={texts.activeHint}
        checked={webhook.active}
        disabled={save.isPending}
        onChange={() => (webhook.active ? setAsking(true) : switchTo(true, showFailure))}
      />
      <ConfirmDialog
        opened={asking}
        title={texts.switchOffTitle}
        text={texts.switchOffText}
        action={texts.switchOff}
        onConfirm={() => switchTo(false, lateFailure())}
        onCancel={close}
        busy={save.isPending}
        error={save.error}
      />
    </Section>
  )
}
