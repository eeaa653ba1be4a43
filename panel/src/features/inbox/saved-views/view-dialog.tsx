import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedView } from '@parley/protocol/view'
import { ApiProblem, problemText } from '../../../api/api-problem.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { InboxLocation } from '../../../navigation/inbox-location.ts'
import { changeView, createView } from '../../../queries/view-queries.ts'

type Visibility = SavedView['visibility']['type']

/** Names a new view, or renames and shares a saved one. */
export function ViewDialog(props: {
  inbox: InboxLocation
  /** null: a new view of the shown list. */
  saved: SavedView | null
  onSaved: (view: SavedView) => void
  onClose: () => void
}) {
  const { saved, inbox } = props
  const t = useTexts()
  const texts = t.inbox.savedViews
  const [name, setName] = useState(saved?.name ?? '')
  const [visibility, setVisibility] = useState<Visibility>(saved?.visibility.type ?? 'personal')
  const [tried, setTried] = useState(false)
  const missing = name.trim() === ''
  const save = useMutation({
    mutationFn: () => {
      const { organizationId, view, filter, sort } = inbox
      const named = { name: name.trim(), visibility: { type: visibility } }
      return saved === null
        ? createView(organizationId, { ...named, view, filter, sort })
        : changeView(organizationId, saved.id, named)
    },
    onSuccess: props.onSaved,
  })

  return (
    <Modal
      opened
      onClose={props.onClose}
      title={saved === null ? texts.saveTitle : texts.editTitle}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!missing && !save.isPending) save.mutate()
        }}
      >
        <Stack gap="md">
          <TextInput
            label={texts.name}
            value={name}
            maxLength={60}
            autoComplete="off"
            data-autofocus
            error={tried && missing ? texts.nameMissing : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Radio.Group
            label={texts.visibility}
            value={visibility}
            onChange={(value) => setVisibility(value === 'organization' ? 'organization' : 'personal')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="personal" label={texts.visibilities.personal} />
              <Radio value="organization" label={texts.visibilities.organization} />
            </Stack>
          </Radio.Group>
          {save.error === null ? null : (
            <Text size="sm" c="red" role="alert">
              {save.error instanceof ApiProblem && save.error.code === 'view_limit'
                ? texts.problems.view_limit
                : problemText(t, save.error)}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
