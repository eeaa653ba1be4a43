import { Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Ask } from '../../ui/ask.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { Section } from '../../ui/section.tsx'
import { useWords } from '../../words.tsx'
import { ProblemNote } from '../entry/problem-note.tsx'
import { useProvider } from './provider-context.ts'
import { useProviderSecret } from './provider-queries.ts'
import { PartLead } from './widget-frame.tsx'

export function KeysPage() {
  const { settings } = useWords()
  const texts = settings.keys
  const provider = useProvider()
  const { reveal, regenerate } = useProviderSecret(provider.id)
  const [asking, setAsking] = useState(false)
  const secret = regenerate.data ?? reveal.data

  return (
    <>
      <PartLead part={`${settings.widgets.keys} · ${provider.name}`}>{texts.lead}</PartLead>
      <Section title={texts.providerId} lead={texts.providerIdLead}>
        <CodeBlock code={provider.id} copyLabel={texts.copyProviderId} />
      </Section>
      <Section title={texts.secret} lead={texts.secretLead}>
        <Stack gap="sm">
          <ProblemNote error={reveal.error} />
          <SecretField
            label={texts.secret}
            copyLabel={texts.copySecret}
            value={secret?.secret_key}
            busy={reveal.isPending}
            onReveal={() => {
              if (secret === undefined) reveal.mutate()
            }}
          />
        </Stack>
      </Section>
      <Section title={texts.regenerate} danger>
        <Text size="sm" maw="62ch" mb="md">
          {texts.regenerateText}
        </Text>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          {texts.regenerateAction}
        </Button>
      </Section>
      <Ask
        opened={asking}
        title={texts.regenerateTitle}
        text={texts.regenerateText}
        action={texts.regenerateAction}
        onConfirm={() =>
          regenerate.mutate(undefined, {
            onSuccess: () => {
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
