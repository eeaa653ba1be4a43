import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedView } from '@parley/protocol/view'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { InboxLocation } from '../../../navigation/inbox-location.ts'
import { changeView, createView, viewsKey } from '../../../queries/view-queries.ts'
import { changedFields } from '../../../ui/changed-fields.ts'
import { differs } from '../../../ui/draft.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { VisibilityChoice } from '../../../ui/visibility-choice.tsx'

type Named = Pick<SavedView, 'name' | 'visibility'>

/** Names a new view, or renames and shares a saved one. */
export function ViewDialog(props: {
  inbox: InboxLocation
  /** null: a new view of the shown list. */
  saved: SavedView | null
  /** Not called if the dialog was closed meanwhile. */
  onSaved: (view: SavedView) => void
  onClose: () => void
}) {
  const { saved, inbox } = props
  const t = useTexts()
  const texts = t.inbox.savedViews
  const queryClient = useQueryClient()
  const [opened] = useState<Named>({
    name: saved?.name ?? '',
    visibility: saved?.visibility ?? { type: 'personal' },
  })
  const [name, setName] = useState(opened.name)
  const [visibility, setVisibility] = useState(opened.visibility)
  const [tried, setTried] = useState(false)
  const missing = name.trim() === ''
  const save = useMutation({
    mutationFn: () => {
      const { organizationId, view, filter, sort } = inbox
      const named = { name: name.trim(), visibility }
      return saved === null
        ? createView(organizationId, { ...named, view, filter, sort })
        : changeView(organizationId, saved.id, changedFields<Named>(opened, named))
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: viewsKey(inbox.organizationId) })
      notifications.show({ message: texts.saved })
    },
  })

  return (
    <FormDialog
      dirty={differs(opened, { name, visibility })}
      title={saved === null ? texts.saveTitle : texts.editTitle}
      error={save.error}
      problems={{ ...t.sharing.problems, ...texts.problems }}
      saveLabel={texts.save}
      isSaving={save.isPending}
      onSave={() => {
        setTried(true)
        return missing ? undefined : save.mutateAsync(undefined, { onSuccess: props.onSaved })
      }}
      onClose={props.onClose}
    >
      <TextInput
        label={texts.name}
        value={name}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        error={tried && missing ? texts.nameMissing : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <VisibilityChoice
        saved={saved}
        label={texts.visibility}
        order={['personal', 'team', 'organization']}
        names={texts.visibilities}
        value={visibility}
        onChange={setVisibility}
      />
    </FormDialog>
  )
}
