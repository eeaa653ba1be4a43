import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiKeyInput, ApiScope, NewApiKey } from '@parley/protocol/api-key'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { useInvalidFocus } from '../../ui/invalid-focus.ts'
import { Modal } from '../../ui/modal.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useCreateApiKey } from './api-key-queries.ts'

/** Creates a key and shows it once. */
export function CreateApiKey({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const texts = t.apiKeys
  const { organization } = useMembership()
  const create = useCreateApiKey(organization.id)
  const made = create.data
  // The service may have stored the key already.
  const close = () => {
    if (!create.isPending) onClose()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={made === undefined ? texts.createTitle : texts.ready}
      size="lg"
      // A click outside or Escape must not lose the key.
      closeOnClickOutside={made === undefined}
      closeOnEscape={made === undefined}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      {made === undefined ? (
        <KeyForm
          onCreate={(input) => create.mutate(input)}
          busy={create.isPending}
          error={create.error}
          onCancel={close}
        />
      ) : (
        <ReadyKey made={made} onDone={onClose} />
      )}
    </Modal>
  )
}

function KeyForm(props: {
  onCreate: (input: ApiKeyInput) => void
  busy: boolean
  error: unknown
  onCancel: () => void
}) {
  const t = useTexts()
  const texts = t.apiKeys
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ApiScope[]>([])
  const [tried, setTried] = useState(false)
  const known = Object.keys(texts.may).filter((key): key is ApiScope => Object.hasOwn(texts.may, key))
  const unnamed = name.trim() === ''
  const focusInvalid = useInvalidFocus(props.busy)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!unnamed && scopes.length > 0) props.onCreate({ name: name.trim(), scopes })
        focusInvalid(event.currentTarget)
      }}
    >
      <Stack gap="md">
        <ProblemNote error={props.error} />
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && unnamed ? t.entry.missing : null}
          data-autofocus
        />
        <Checkbox.Group
          label={texts.scopes}
          value={scopes}
          onChange={(picked) => setScopes(known.filter((scope) => picked.includes(scope)))}
          error={tried && scopes.length === 0 ? texts.scopesMissing : null}
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
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={props.busy} onClick={props.onCancel}>
            {t.actions.cancel}
          </Button>
          <Button type="submit" loading={props.busy}>
            {texts.createAction}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ReadyKey({ made, onDone }: { made: NewApiKey; onDone: () => void }) {
  const texts = useTexts().apiKeys
  return (
    <Stack gap="md">
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
    </Stack>
  )
}
