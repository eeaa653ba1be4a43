import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useLateFailure } from './late-failure.ts'

interface DeleteDialogProps {
  /** What is deleted after a confirmation; null: closed. */
  item: { id: string; name: string } | null
  texts: { title: (name: string) => string; text: string; action: string }
  remove: (id: string) => Promise<unknown>
  /** The list that contained it. */
  listKey: QueryKey
  onClose: () => void
}

/** Deletes an item of a list after a confirmation, and loads the list again. */
export function DeleteDialog({ item, texts, remove, listKey, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: remove,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  })
  const title = texts.title(item?.name ?? '')
  const lateFailure = useLateFailure(item !== null, title)
  return (
    <ConfirmDialog
      opened={item !== null}
      title={title}
      text={texts.text}
      action={texts.action}
      onConfirm={() => {
        if (item !== null) void mutateAsync(item.id, { onSuccess: onClose }).catch(lateFailure())
      }}
      onCancel={() => {
        reset()
        onClose()
      }}
      busy={isPending}
      error={error}
    />
  )
}
