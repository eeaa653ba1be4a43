import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Webhook } from '@parley/protocol/webhook'
import { useTexts } from '../../i18n/i18n.tsx'
import { ConfirmByNameDialog } from '../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../ui/late-failure.ts'
import { Section } from '../../ui/section.tsx'
import { hostOf, shownUrl } from '../../ui/webhook-url.ts'
import { useDeleteWebhook } from './webhook-queries.ts'

export function WebhookDeletion({ webhook }: { webhook: Webhook }) {
  const texts = useTexts().webhooks
  const deleting = useDeleteWebhook()
  const [asking, setAsking] = useState(false)
  const lateFailure = useLateFailure(asking, texts.delete)
  // Not a mutation callback: the page is unmounted by then.
  const confirm = () =>
    void deleting
      .mutateAsync(webhook)
      .then(() => notifications.show({ message: texts.deleted }), lateFailure())
  const text = texts.deleteText(shownUrl(webhook.url))
  return (
    <Section title={texts.delete} danger>
      <Text size="sm" maw="62ch" mb="md" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Button color="red" variant="light" onClick={() => setAsking(true)}>
        {texts.deleteAction}
      </Button>
      <ConfirmByNameDialog
        opened={asking}
        name={hostOf(webhook.url)}
        title={texts.delete}
        text={text}
        action={texts.deleteAction}
        onConfirm={confirm}
        onCancel={() => {
          deleting.reset()
          setAsking(false)
        }}
        busy={deleting.isPending}
        error={deleting.error}
      />
    </Section>
  )
}
