import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { BulkChange, BulkInput, BulkItem } from '@parley/protocol/bulk'
import type { Conversation } from '@parley/protocol/conversation'
import { problemText } from '../../../api/api-problem.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { changeConversations } from '../../../queries/bulk-queries.ts'
import { replaceNotification } from '../../../ui/replace-notification.tsx'
import { inverseChanges } from './inverse-changes.ts'
import { hasFailed, undoAll } from './undo-all.ts'
import type { Selection } from './use-selection.ts'

const undoMs = 10_000

const count = (results: readonly BulkItem[], outcome: BulkItem['outcome']) =>
  results.filter((item) => item.outcome === outcome).length

/** Conversations with a message that the list had not shown. */
const staleIds = (results: readonly BulkItem[]): string[] =>
  results.filter(({ code }) => code === 'stale_view').map(({ id }) => id)

const failedIds = (results: readonly BulkItem[]): string[] => results.filter(hasFailed).map(({ id }) => id)

interface SelectedChange {
  rows: readonly Conversation[]
  change: BulkChange
  /** Of the selection when the request was sent. Also called when the last row has left the list before the answer. */
  keep: Selection['keep']
}

/** Changes several conversations, reports refusals and offers undo. `inbox.changed` updates the lists. */
export function useBulk(organizationId: string) {
  const t = useTexts()
  const navigate = useNavigate()
  const texts = t.inbox.bulk
  const onError = (error: Error) =>
    notifications.show({ color: 'red', message: problemText(t, error), autoClose: 10_000 })

  const undo = useMutation({
    mutationFn: ({ inputs, mayBeDone }: { inputs: BulkInput[]; mayBeDone: boolean }) =>
      undoAll((input) => changeConversations(organizationId, input), inputs, mayBeDone),
    onSuccess: ({ undone, refused, rest, error }) => {
      reportRefused(refused)
      if (undone > 0) notifications.show({ message: texts.undone(undone) })
      if (rest.length > 0) offerToRepeatUndo(rest, error)
    },
  })

  const change = useMutation({
    mutationFn: ({ rows, change }: SelectedChange) =>
      changeConversations(organizationId, {
        conversation_ids: rows.map(({ id }) => id),
        change,
        seen: Object.fromEntries(rows.map(({ id, last_message: last }) => [id, last?.created_at ?? null])),
      }),
    onSuccess: ({ results }, { rows, change, keep }) => {
      keep(
        rows.map(({ id }) => id),
        [...staleIds(results), ...failedIds(results)],
      )
      reportRefused(results)
      const changed = count(results, 'changed')
      if (changed > 0) offerUndo(changed, inverseChanges(change, rows, results))
      else if (count(results, 'refused') === 0) notifications.show({ message: texts.nothing })
    },
    onError,
  })

  function reportRefused(results: readonly BulkItem[]) {
    const stale = staleIds(results)
    if (stale.length > 0) offerToOpen(stale)
    const failed = failedIds(results).length
    if (failed > 0) notifications.show({ color: 'red', message: texts.failed(failed), autoClose: 10_000 })
    const refused = count(results, 'refused') - stale.length - failed
    if (refused > 0) notifications.show({ color: 'red', message: texts.refused(refused), autoClose: 10_000 })
  }

  /** They stay selected, so the change can be repeated after reading. */
  function offerToOpen([first = '', ...more]: string[]) {
    replaceNotification('bulk-stale', {
      color: 'yellow',
      autoClose: 20_000,
      text: t.stale.notChanged(more.length + 1),
      action: {
        name: t.stale.open,
        run: () =>
          void navigate({
            to: '/o/$organizationId/inbox/$view/$conversationId',
            params: { organizationId, view: 'open', conversationId: first },
          }),
      },
    })
  }

  function offerUndo(changed: number, inverse: BulkInput[]) {
    replaceNotification('bulk-change', {
      autoClose: undoMs,
      text: texts.done(changed),
      action: { name: texts.undo, run: () => undo.mutate({ inputs: inverse, mayBeDone: false }) },
    })
  }

  function offerToRepeatUndo(rest: BulkInput[], error: Error | null) {
    const left = new Set(rest.flatMap(({ conversation_ids: ids }) => ids)).size
    replaceNotification('bulk-undo', {
      color: 'red',
      autoClose: undoMs,
      text: error === null ? texts.refused(left) : problemText(t, error),
      // A change that lost its connection may have been committed, also if the response names it as failed.
      action: { name: texts.undo, run: () => undo.mutate({ inputs: rest, mayBeDone: true }) },
    })
  }

  return { change: change.mutate, busy: change.isPending || undo.isPending }
}
