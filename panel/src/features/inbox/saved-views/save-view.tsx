import { ActionIcon, Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBookmark, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { SavedView } from '@parley/protocol/view'
import { problemText } from '../../../api/api-problem.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { isFiltered, isSameList, type InboxLocation } from '../../../navigation/inbox-location.ts'
import { changeView, viewsKey, viewsQuery } from '../../../queries/view-queries.ts'
import { useMayChange } from '../../../ui/visibility-choice.tsx'
import { useOpenList } from '../use-open-list.ts'
import { RemoveView } from './remove-view.tsx'
import { ViewDialog } from './view-dialog.tsx'

/** `list`: shown when the dialog was opened. */
type Dialog = { list: InboxLocation } & ({ kind: 'create' } | { kind: 'edit' | 'delete'; of: SavedView })

/** Saves the list as a view, and changes the view that is open. */
export function SaveView(props: { inbox: InboxLocation }) {
  const { inbox } = props
  const { organizationId, view, filter, sort } = inbox
  const t = useTexts()
  const texts = t.inbox.savedViews
  const isChangeable = useMayChange()
  const queryClient = useQueryClient()
  const router = useRouter()
  const open = useOpenList(inbox)
  const { data: views = [] } = useQuery(viewsQuery(organizationId))
  const saved = views.find(({ id }) => id === inbox.saved)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  // Another list was opened under it, for example with the browser's Back.
  if (dialog !== null && !(dialog.list.saved === inbox.saved && isSameList(dialog.list, inbox)))
    setDialog(null)
  const update = useMutation({
    mutationFn: (of: SavedView) => changeView(organizationId, of.id, { view, filter, sort }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: viewsKey(organizationId) })
      notifications.show({ message: texts.saved })
    },
    onError: (error) => notifications.show({ color: 'red', message: problemText(t, error) }),
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
          onClick={() => (mayChange ? update.mutate(saved) : setDialog({ kind: 'create', list: inbox }))}
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
              onClick={() => setDialog({ kind: 'edit', of: saved, list: inbox })}
            >
              {texts.edit}
            </Menu.Item>
            {isChanged && (
              <Menu.Item
                leftSection={<IconBookmark size={18} stroke={1.75} aria-hidden="true" />}
                onClick={() => setDialog({ kind: 'create', list: inbox })}
              >
                {texts.saveTitle}
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => setDialog({ kind: 'delete', of: saved, list: inbox })}
            >
              {texts.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {(dialog?.kind === 'create' || dialog?.kind === 'edit') && (
        <ViewDialog
          inbox={inbox}
          saved={dialog.kind === 'edit' ? dialog.of : null}
          onClose={() => setDialog(null)}
          onSaved={({ id }) => {
            setDialog(null)
            // While the question of Back is open, the browser is on the former entry: Back goes on once the dialog is closed.
            const isOnList = window.history.state?.__TSR_key === router.latestLocation.state.__TSR_key
            // The closed dialog still guards its fields until the next render.
            if (dialog.kind === 'create' && isOnList)
              open({ saved: id }, { replace: true, ignoreBlocker: true })
          }}
        />
      )}
      {dialog?.kind === 'delete' && (
        <RemoveView inbox={inbox} saved={dialog.of} onClose={() => setDialog(null)} />
      )}
    </>
  )
}
