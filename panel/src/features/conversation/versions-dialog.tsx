import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { Modal } from '../../ui/modal.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import classes from './versions-dialog.module.css'

interface VersionsDialogProps<V> {
  title: string
  versions: UseQueryResult<{ data: V[] }>
  /** Who replaced the version, and when. */
  replaced: (version: V) => string
  children: (version: V) => ReactNode
  onClose: () => void
}

/** Versions of a message or note before it was edited or deleted. */
export function VersionsDialog<V extends { replaced_at: string }>(props: VersionsDialogProps<V>) {
  const { title, versions, replaced, children, onClose } = props
  const t = useTexts()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t.actions.close }}>
      <QueryView query={versions} skeleton={<Skeleton height={80} />}>
        {({ data }) => (
          <ul className={classes.versions}>
            {data.map((version) => (
              <li key={version.replaced_at}>
                <p className={classes.replaced}>{replaced(version)}</p>
                {children(version)}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Modal>
  )
}
