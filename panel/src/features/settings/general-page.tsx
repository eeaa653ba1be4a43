import { Button, Stack, Switch, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useProvider } from '../../context/current-provider.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { useDeleteProvider, useSaveProvider } from '../../queries/provider-queries.ts'
import { ConfirmByNameDialog } from '../../ui/confirm-dialog.tsx'
import { useDraft } from '../../ui/draft.ts'
import { useLateFailure } from '../../ui/late-failure.ts'
import { PartLead } from '../../ui/part-lead.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/section.tsx'

export function GeneralPage() {
  const { settings } = useTexts()
  const provider = useProvider()
  return (
    <>
      <PartLead part={`${settings.widgets.general} · ${provider.name}`}>{settings.general.lead}</PartLead>
      <SettingsForm />
      <Deletion />
    </>
  )
}

function SettingsForm() {
  const t = useTexts()
  const provider = useProvider()
  const save = useSaveProvider(provider.id)
  const start = { name: provider.name, visitor_context: provider.visitor_context }
  const draft = useDraft(start, ({ name, ...rest }) => save({ ...rest, name: name.trim() }), {
    keptAs: `general ${provider.id}`,
  })
  const empty = draft.value.name.trim() === ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void draft.submit()
      }}
    >
      <Stack gap="xl">
        <TextInput
          label={t.settings.widgets.name}
          description={t.settings.widgets.nameHint}
          maw={420}
          maxLength={100}
          value={draft.value.name}
          onChange={(event) => draft.change({ name: event.currentTarget.value })}
          error={empty ? t.entry.missing : null}
        />
        <Section title={t.visitor.setting}>
          <Switch
            label={t.visitor.collect}
            description={t.visitor.collectHint}
            maw="62ch"
            checked={draft.value.visitor_context}
            onChange={(event) => draft.change({ visitor_context: event.currentTarget.checked })}
          />
        </Section>
      </Stack>
      <SaveBar state={draft.state} onDiscard={draft.discard} blocked={empty} />
    </form>
  )
}

function Deletion() {
  const texts = useTexts().settings.general
  const provider = useProvider()
  const deleting = useDeleteProvider()
  const [asking, setAsking] = useState(false)
  const lateFailure = useLateFailure(asking, texts.delete)
  // Not a mutation callback: the page is unmounted by then.
  const confirm = () =>
    void deleting
      .mutateAsync(provider)
      .then(() => notifications.show({ message: texts.deleted(provider.name) }), lateFailure())
  return (
    <Section title={texts.delete} danger>
      <Text size="sm" maw="62ch" mb="md">
        {texts.deleteText(provider.name)}
      </Text>
      <Button color="red" variant="light" onClick={() => setAsking(true)}>
        {texts.deleteAction}
      </Button>
      <ConfirmByNameDialog
        opened={asking}
        name={provider.name}
        title={texts.delete}
        text={texts.deleteText(provider.name)}
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
