import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ProviderSecret } from '@parley/protocol/provider'
import { useProvider } from '../../context/current-provider.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { isKeyUnreadable, useProviderSecret } from '../../queries/provider-queries.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../ui/late-failure.ts'
import { PartLead } from '../../ui/part-lead.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { Section } from '../../ui/section.tsx'
import { LoginProblemList } from './login-problem-list.tsx'

export function KeysPage() {
  const { settings } = useTexts()
  const texts = settings.keys
  const provider = useProvider()
  const { reveal, rotate, retire } = useProviderSecret(provider.id)
  /** The time of the key that is about to be retired. */
  const [asked, setAsked] = useState<string | null>(null)
  const [latest, setLatest] = useState<ProviderSecret | null>(null)
  /** The time of the key that was to be shown. */
  const [shownAt, setShownAt] = useState<string | null>(null)
  // Not for a key that became the old one meanwhile.
  const asksToRetire = asked !== null && asked === provider.previous_secret_key_at
  const lateRetirement = useLateFailure(asksToRetire, texts.retireTitle)
  const lateRotation = useLateFailure(true, texts.rotate)
  const two = provider.previous_secret_key_at !== null
  // A revealed key is outdated once another admin changes it.
  const secret = latest?.created_at === provider.secret_key_at ? latest : undefined
  // So is its error.
  const problem = shownAt === provider.secret_key_at ? reveal.error : null
  const isUnreadable = isKeyUnreadable(problem)
  const show = () => {
    if (secret !== undefined) return
    setShownAt(provider.secret_key_at)
    reveal.mutate(undefined, { onSuccess: setLatest })
  }
  const startRotation = () => {
    const onSuccess = (made: ProviderSecret) => {
      reveal.reset()
      setLatest(made)
      notifications.show({ message: texts.rotated })
    }
    void rotate.mutateAsync(undefined, { onSuccess }).catch(lateRotation())
  }
  const confirmRetirement = () => {
    if (asked === null) return
    const onSuccess = (left: ProviderSecret | null) => {
      setLatest(left)
      setAsked(null)
      notifications.show({ message: texts.retired })
    }
    void retire.mutateAsync(asked, { onSuccess }).catch(lateRetirement())
  }

  return (
    <>
      <PartLead part={`${settings.widgets.keys} · ${provider.name}`}>{texts.lead}</PartLead>
      <Section title={texts.providerId} lead={texts.providerIdLead}>
        <CodeBlock code={provider.id} copyLabel={texts.copyProviderId} />
      </Section>
      <Section title={texts.secret} lead={texts.secretLead}>
        <Stack gap="sm">
          <ProblemNote error={problem} />
          <SecretField
            key={provider.secret_key_at}
            label={texts.secret}
            copyLabel={texts.copySecret}
            value={secret?.secret_key}
            busy={reveal.isPending}
            onReveal={show}
          />
          {two ? (
            <SecretField
              key={provider.previous_secret_key_at}
              label={texts.oldSecret}
              copyLabel={texts.copyOldSecret}
              value={secret?.previous?.secret_key}
              busy={reveal.isPending}
              onReveal={show}
            />
          ) : null}
          {two && secret?.previous === null ? (
            <Text size="sm" maw="62ch" role="status">
              {texts.oldUnreadable}
            </Text>
          ) : null}
        </Stack>
      </Section>
      <LoginProblemList />
      <Section title={texts.rotate} danger>
        <Text size="sm" maw="62ch" mb="md">
          {two && !isUnreadable ? texts.rotating : texts.rotateText}
        </Text>
        <ProblemNote error={rotate.error} />
        <Group gap="xs">
          {two && !isUnreadable ? null : (
            <Button variant="default" loading={rotate.isPending} onClick={startRotation}>
              {texts.rotateAction}
            </Button>
          )}
          {two ? (
            <Button
              color="red"
              variant="light"
              onClick={() => {
                retire.reset()
                setAsked(provider.previous_secret_key_at)
              }}
            >
              {texts.retireAction}
            </Button>
          ) : null}
        </Group>
      </Section>
      <ConfirmDialog
        opened={asksToRetire}
        title={texts.retireTitle}
        text={texts.retireText}
        action={texts.retireAction}
        onConfirm={confirmRetirement}
        onCancel={() => setAsked(null)}
        busy={retire.isPending}
        error={retire.error}
      />
    </>
  )
}
