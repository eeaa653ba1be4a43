import { UnsavedNotes } from '../calls/unsaved-notes.tsx'
import { DeskCommands } from './desk-commands.ts'
import { IncomingCall } from './incoming-call.tsx'
import { OfferOutcomes } from './offer-outcomes.tsx'

/** What is about one's own calls on every page, beside the bar. */
export function DeskLive() {
  return (
    <>
      <IncomingCall />
      <OfferOutcomes />
      <DeskCommands />
      <UnsavedNotes />
    </>
  )
}
