import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { callQuery } from '../../queries/call-queries.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { CallDetails } from './call-details.tsx'
import classes from './call-sheet.module.css'

/** One call in a side sheet. `callId` undefined: closed. */
export function CallSheet(props: { callId: string | undefined; onClose: () => void }) {
  const texts = useTexts()
  const phone = usePhone()
  // Keep the content during the closing animation.
  const [shown, setShown] = useState(props.callId)
  if (props.callId !== undefined && props.callId !== shown) setShown(props.callId)
  return (
    <Drawer.Root
      opened={props.callId !== undefined}
      onClose={props.onClose}
      position="right"
      size={phone ? '100%' : 'min(640px, 92vw)'}
      padding={0}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Drawer.Header renders a banner landmark, of which a page has one. */}
        <div className={classes.head}>
          <Drawer.Title>{texts.calls.sheet.title}</Drawer.Title>
          <Drawer.CloseButton aria-label={texts.actions.close} />
        </div>
        <Drawer.Body>{shown === undefined ? null : <Body key={shown} callId={shown} />}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Body({ callId }: { callId: string }) {
  const { organization } = useMembership()
  const query = useQuery(callQuery(organization.id, callId))
  return (
    <div className={classes.body}>
      <QueryView query={query} skeleton={<FormSkeleton fields={5} />}>
        {(call) => <CallDetails call={call} reload={() => void query.refetch()} />}
      </QueryView>
    </div>
  )
}
