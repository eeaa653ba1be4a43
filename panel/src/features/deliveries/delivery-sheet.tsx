import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import { deliveryQuery } from './delivery-queries.ts'
import classes from './delivery-sheet.module.css'

/** One delivery in a side sheet. `deliveryId` undefined: closed. */
export function DeliverySheet(props: { deliveryId: string | undefined; onClose: () => void }) {
  const texts = useTexts()
  const phone = usePhone()
  // Keep the content during the closing animation.
  const [shown, setShown] = useState(props.deliveryId)
  if (props.deliveryId !== undefined && props.deliveryId !== shown) setShown(props.deliveryId)
  return (
    <Drawer.Root
      opened={props.deliveryId !== undefined}
      onClose={props.onClose}
      position="right"
      size={phone ? '100%' : 'min(760px, 92vw)'}
      padding={0}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Drawer.Header renders a banner landmark, of which a page has one. */}
        <div className={classes.head}>
          <Drawer.Title>{texts.deliveries.sheet}</Drawer.Title>
          <Drawer.CloseButton aria-label={texts.actions.close} />
        </div>
        <Drawer.Body>{shown === undefined ? null : <Body key={shown} deliveryId={shown} />}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Body({ deliveryId }: { deliveryId: string }) {
  const { organization } = useMembership()
  const query = useQuery(deliveryQuery(organization.id, deliveryId))
  return (
    <div className={classes.body}>
      <QueryView query={query} skeleton={<FormSkeleton fields={4} />}>
        {(delivery) => <DeliveryDetails delivery={delivery} />}
      </QueryView>
    </div>
  )
}
