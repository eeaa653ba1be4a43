import { Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Webhook, WebhookSecret } from '@parley/protocol/webhook'
import { useTexts } from '../../i18n/i18n.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { Section } from '../../ui/section.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { receiverSamples } from './receiver-samples.ts'
import { useWebhookSecret } from './webhook-queries.ts'

/** Signing secret, verification sample and rotation. */
export function WebhookSecretSections({ webhook }: { webhook: Webhook }) {
  const texts = useTexts().webhooks
  const { reveal, regenerate } = useWebhookSecret(webhook.id)
  const [asking, setAsking] = useState(false)
  const [latest, setLatest] = useState<WebhookSecret>()
  const show = () => {
    // Fetched each time: nothing announces that another admin has replaced the secret.
    setLatest(undefined)
    reveal.mutate(undefined, { onSuccess: setLatest })
  }
  return (
    <>
      <Section title={texts.secret} lead={texts.secretLead}>
        <Stack gap="sm">
          <ProblemNote error={reveal.error} />
          <SecretField
            label={texts.secret}
            copyLabel={texts.copySecret}
            value={latest?.secret}
            busy={reveal.isPending}
            onReveal={show}
          />
        </Stack>
      </Section>
      <Receive />
      <Section title={texts.regenerate} danger>
        <Text size="sm" maw="62ch" mb="md">
          {texts.regenerateText}
        </Text>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          {texts.regenerateAction}
        </Button>
      </Section>
      <ConfirmDialog
        opened={asking}
        title={texts.regenerateTitle}
        text={texts.regenerateText}
        action={texts.regenerateAction}
        onConfirm={() =>
          regenerate.mutate(undefined, {
            onSuccess(made) {
              setLatest(made)
              setAsking(false)
              notifications.show({ message: texts.regenerated })
            },
          })
        }
        onCancel={() => setAsking(false)}
        busy={regenerate.isPending}
        error={regenerate.error}
      />
    </>
  )
}

function Receive() {
  const texts = useTexts().webhooks
  const [language, setLanguage] = useState(receiverSamples[0]?.language ?? '')
  const sample = receiverSamples.find((each) => each.language === language)
  return (
    <Section title={texts.verify} lead={texts.verifyLead}>
      <Stack gap="sm" align="flex-start">
        <SegmentedControl
          dir="ltr"
          aria-label={texts.verifyLanguage}
          value={language}
          onChange={setLanguage}
          data={receiverSamples.map(({ language }) => ({ value: language, label: language }))}
        />
        <div style={{ width: '100%' }}>
          <CodeBlock code={sample?.code ?? ''} copyLabel={texts.copySample} />
        </div>
      </Stack>
    </Section>
  )
}
