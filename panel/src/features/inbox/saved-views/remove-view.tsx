import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { SavedView } from '@parley/protocol/view'
import { useTexts } from '../../../i18n/i18n.tsx'
import { readInboxSearch, withoutFilter, type InboxLocation } from '../../../navigation/inbox-location.ts'
import { deleteView, viewsKey } from '../../../queries/view-queries.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../../ui/late-failure.ts'
import { useOpenList } from '../use-open-list.ts'

/** Deletes a saved view after a confirmation, and opens the list without its conditions. */
export function RemoveView(props: { inbox: InboxLocation; saved: SavedView; onClose: () => void }) {
  const { inbox, saved, onClose } = props
  const texts = useTexts().inbox.savedViews
  const queryClient = useQueryClient()
  const router = useRouter()
  const open = useOpenList(inbox)
  const remove = useMutation({
    mutationFn: () => deleteView(inbox.organizationId, saved.id),
    onSuccess: async () => {
      // Unless the agent has left the view meanwhile.
      if (readInboxSearch(router.latestLocation.search).saved === saved.id) open(withoutFilter)
      await queryClient.invalidateQueries({ queryKey: viewsKey(inbox.organizationId) })
      notifications.show({ message: texts.removed })
    },
  })
  const title = texts.removeTitle(saved.name)
  const lateFailure = useLateFailure(true, title)
  return (
    <ConfirmDialog
      opened
      title={title}
      text={saved.visibility.type === 'personal' ? texts.removePersonal : texts.removeShared}
      action={texts.remove}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => void remove.mutateAsync(undefined, { onSuccess: onClose }).catch(lateFailure())}
      onCancel={onClose}
    />
  )
}
