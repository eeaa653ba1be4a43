import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiKeyInput, ApiScope, NewApiKey } from '@parley/protocol/api-key'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { differs } from '../../ui/draft.ts'
import { GuardedModal } from '../../ui/guarded-modal.tsx'
import { useInvalidFocus } from '../../ui/invalid-focus.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SavingForm } from '../../ui/saving-form.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { useCreateApiKey } from './api-key-queries.ts'

/** Creates a key and shows it once. */
export function CreateApiKey({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const texts = t.apiKeys
  const { organization } = useMembership()
  const create = useCreateApiKey(organization.id)
  const [draft, setDraft] = useState(empty)
  const [tried, setTried] = useState(false)
  const focusInvalid = useInvalidFocus(create.isPending)
  const made = create.data
  const unnamed = draft.name.trim() === ''
  return (
    <GuardedModal
      title={made === undefined ? texts.createTitle : texts.ready}
      size="lg"
      dirty={made === undefined && differs(empty, draft)}
      isSaving={create.isPending}
      // The service may have stored the key already.
      showsResult
      once={made !== undefined}
      onClose={onClose}
    >
      {(cancelButton) =>
        made === undefined ? (
          <SavingForm
            label={texts.createTitle}
            isSaving={create.isPending}
            onSubmit={(form) => {
              setTried(true)
              if (!unnamed && draft.scopes.length > 0)
                create.mutate({ name: draft.name.trim(), scopes: draft.scopes })
              focusInvalid(form)
            }}
            actions={
              <Group justify="flex-end" gap="xs">
                {cancelButton}
                <Button type="submit" loading={create.isPending}>
                  {texts.createAction}
                </Button>
              </Group>
            }
          >
            <ProblemNote error={create.error} />
            <KeyFields draft={draft} tried={tried} onChange={setDraft} />
          </SavingForm>
        ) : (
          <ReadyKey made={made} onDone={onClose} />
        )
      }
    </GuardedModal>
  )
}

const empty: ApiKeyInput = { name: '', scopes: [] }

function KeyFields(props: {
  draft: ApiKeyInput
  /** Missing fields are marked. */
  tried: boolean
  onChange: (draft: ApiKeyInput) => void
}) {
  const { draft, tried } = props
  const t = useTexts()
  const texts = t.apiKeys
  const known = Object.keys(texts.may).filter((key): key is ApiScope => Object.hasOwn(texts.may, key))
  return (
    <>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={100}
        autoComplete="off"
        value={draft.name}
        onChange={(event) => props.onChange({ ...draft, name: event.currentTarget.value })}
        error={tried && draft.name.trim() === '' ? t.entry.missing : null}
        data-autofocus
      />
      <Checkbox.Group
        label={texts.scopes}
        value={draft.scopes}
        onChange={(picked) =>
          props.onChange({ ...draft, scopes: known.filter((scope) => picked.includes(scope)) })
        }
        error={tried && draft.scopes.length === 0 ? texts.scopesMissing : null}
      >
        <Stack gap="sm" mt="xs">
          {known.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={<bdi dir="ltr">{scope}</bdi>}
              description={texts.may[scope]}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}

function ReadyKey({ made, onDone }: { made: NewApiKey; onDone: () => void }) {
  const texts = useTexts().apiKeys
  return (
    <ShownOnce>
      <Alert color="amber" icon={<IconKey size={20} stroke={1.75} aria-hidden />} role="alert">
        {texts.readyText}
      </Alert>
      <CodeBlock code={made.key} copyLabel={texts.copyKey} />
      <Text size="sm" c="dimmed">
        {texts.keepIt}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </ShownOnce>
  )
}
