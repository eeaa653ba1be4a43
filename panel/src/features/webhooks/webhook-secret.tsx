import { Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Webhook } from '@parley/protocol/webhook'
import { ApiProblem } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../ui/late-failure.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { Section } from '../../ui/section.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { receiverSamples } from './receiver-samples.ts'
import { useWebhookSecret } from './webhook-queries.ts'

/** Signing secret, verification sample and rotation. */
export function WebhookSecretSections({ webhook }: { webhook: Webhook }) {
  const texts = useTexts().webhooks
  const [shown, setShown] = useState(false)
  const { secret, forget, regenerate } = useWebhookSecret(webhook.id, shown)
  const [asking, setAsking] = useState(false)
  const lateFailure = useLateFailure(asking, texts.regenerateTitle)
  const show = () => {
    forget()
    setShown(true)
  }
  const close = () => {
    // A running request would no longer announce the new secret.
    if (!regenerate.isPending) regenerate.reset()
    setAsking(false)
  }
  const confirm = () => {
    const onSuccess = () => {
      setAsking(false)
      notifications.show({ message: texts.regenerated })
    }
    void regenerate.mutateAsync(undefined, { onSuccess }).catch(lateFailure())
  }
  return (
    <>
      <Section title={texts.secret} lead={texts.secretLead}>
        <Stack gap="sm">
          <ProblemNote error={secret.error} />
          <SecretField
            label={texts.secret}
            copyLabel={texts.copySecret}
            value={secret.isSuccess ? secret.data.secret : undefined}
            busy={secret.isLoading}
            onReveal={show}
            onHide={() => setShown(false)}
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
        text={isOutcomeUnknown(regenerate.error) ? texts.regenerateUnknown : texts.regenerateText}
        action={texts.regenerateAction}
        onConfirm={confirm}
        onCancel={close}
        busy={regenerate.isPending}
        error={regenerate.error}
      />
    </>
  )
}

/** Without a response of the service, the request may have been carried out. */
const isOutcomeUnknown = (error: unknown) =>
  error instanceof ApiProblem && (error.status < 400 || error.status >= 500)

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
