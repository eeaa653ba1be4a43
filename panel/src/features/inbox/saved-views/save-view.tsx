import { ActionIcon, Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBookmark, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedView } from '@parley/protocol/view'
import { problemText } from '../../../api/api-problem.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import {
  isFiltered,
  isSameList,
  withoutFilter,
  type InboxLocation,
} from '../../../navigation/inbox-location.ts'
import { changeView, deleteView, viewsQuery } from '../../../queries/view-queries.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useMayChange } from '../../../ui/visibility-choice.tsx'
import { useOpenList } from '../use-open-list.ts'
import { ViewDialog } from './view-dialog.tsx'

/** Saves the list as a view, and changes the view that is open. */
export function SaveView(props: { inbox: InboxLocation }) {
  const { inbox } = props
  const { organizationId, view, filter, sort } = inbox
  const t = useTexts()
  const texts = t.inbox.savedViews
  const isChangeable = useMayChange()
  const queryClient = useQueryClient()
  const open = useOpenList(inbox)
  const { data: views = [] } = useQuery(viewsQuery(organizationId))
  const saved = views.find(({ id }) => id === inbox.saved)
  const [dialog, setDialog] = useState<'create' | 'edit' | 'delete' | null>(null)
  const reload = () =>
    queryClient.invalidateQueries({ queryKey: viewsQuery(organizationId).queryKey.slice(0, -1) })
  const update = useMutation({
    mutationFn: (of: SavedView) => changeView(organizationId, of.id, { view, filter, sort }),
    onSuccess: async () => {
      await reload()
      notifications.show({ message: texts.saved })
    },
    onError: (error) => notifications.show({ color: 'red', message: problemText(t, error) }),
  })
  const remove = useMutation({
    mutationFn: (of: SavedView) => deleteView(organizationId, of.id),
    onSuccess: async () => {
      setDialog(null)
      open(withoutFilter)
      await reload()
      notifications.show({ message: texts.removed })
    },
  })
  const mayChange = saved !== undefined && isChangeable(saved)
  const isChanged = saved !== undefined && !isSameList(saved, inbox)

  return (
    <>
      {(saved === undefined ? isFiltered(filter) || sort !== 'newest' : isChanged) && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden="true" />}
          loading={update.isPending}
          onClick={() => (mayChange ? update.mutate(saved) : setDialog('create'))}
        >
          {mayChange ? texts.saveChanges : texts.save}
        </Button>
      )}
      {mayChange && (
        <Menu position="bottom-end" shadow="md" width={220} portalProps={{ target: '#content' }}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="md" aria-label={texts.actions(saved.name)}>
              <IconDots size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown aria-label={texts.actions(saved.name)}>
            <Menu.Item
              leftSection={<IconPencil size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => setDialog('edit')}
            >
              {texts.edit}
            </Menu.Item>
            {isChanged && (
              <Menu.Item
                leftSection={<IconBookmark size={18} stroke={1.75} aria-hidden="true" />}
                onClick={() => setDialog('create')}
              >
                {texts.saveTitle}
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => setDialog('delete')}
            >
              {texts.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {(dialog === 'create' || dialog === 'edit') && (
        <ViewDialog
          inbox={inbox}
          saved={dialog === 'edit' ? (saved ?? null) : null}
          onClose={() => setDialog(null)}
          onSaved={(of) => {
            setDialog(null)
            if (dialog === 'create') open({ saved: of.id }, { replace: true })
            void reload()
            notifications.show({ message: texts.saved })
          }}
        />
      )}
      {saved !== undefined && (
        <ConfirmDialog
          opened={dialog === 'delete'}
          title={texts.removeTitle(saved.name)}
          text={saved.visibility.type === 'personal' ? texts.removePersonal : texts.removeShared}
          action={texts.remove}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(saved)}
          onCancel={() => setDialog(null)}
        />
      )}
    </>
  )
}
