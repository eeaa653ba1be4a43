import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { ConfirmDialog } from './confirm-dialog.tsx'

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
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: remove,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  })
  return (
    <ConfirmDialog
      opened={item !== null}
      title={texts.title(item?.name ?? '')}
      text={texts.text}
      action={texts.action}
      onConfirm={() => {
        if (item !== null) mutate(item.id, { onSuccess: onClose })
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
