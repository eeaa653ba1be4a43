import { Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Webhook } from '@parley/protocol/webhook'
import { problemText } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { useSaveWebhook } from './webhook-queries.ts'

/** Turns a webhook on, or off after confirmation. */
export function WebhookSwitch({ webhook }: { webhook: Webhook }) {
  const t = useTexts()
  const texts = t.webhooks
  const save = useSaveWebhook(webhook.id)
  const [asking, setAsking] = useState(false)
  const close = () => {
    save.reset()
    setAsking(false)
  }
  const switchTo = (active: boolean) =>
    save.mutate(
      { active },
      {
        onSuccess: () => {
          close()
          notifications.show({ message: active ? texts.switchedOn : texts.switchedOff })
        },
        onError: (error) => {
          if (active) notifications.show({ color: 'red', message: problemText(t, error) })
        },
      },
    )
  return (
    <Section title={texts.sending}>
      <Switch
        label={texts.active}
        description={texts.activeHint}
        checked={webhook.active}
        disabled={save.isPending}
        onChange={() => (webhook.active ? setAsking(true) : switchTo(true))}
      />
      <ConfirmDialog
        opened={asking}
        title={texts.switchOffTitle}
        text={texts.switchOffText}
        action={texts.switchOff}
        onConfirm={() => switchTo(false)}
        onCancel={close}
        busy={save.isPending}
        error={save.error}
      />
    </Section>
  )
}
