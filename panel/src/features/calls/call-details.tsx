import type { ReactNode } from 'react'
import type { CallDetail } from '@parley/protocol/call'
import { useTexts } from '../../i18n/i18n.tsx'
import { CallOutcome, reasonText } from '../../ui/call-outcome.tsx'
import { CallNote } from '../call-notes/call-note.tsx'
import classes from './call-details.module.css'
import { CallFacts } from './call-facts.tsx'
import { CallOffers } from './call-offers.tsx'
import { CallQualityTable } from './call-quality-table.tsx'
import { CallRecordings } from './call-recordings.tsx'
import { CallTransfers } from './call-transfers.tsx'

/** A call: outcome, participants, recordings, note, offers and quality. */
export function CallDetails({ call, reload }: { call: CallDetail; reload: () => void }) {
  const t = useTexts()
  const texts = t.calls.sheet
  const over = call.status !== null
  return (
    <>
      <output className={classes.top}>
        {call.status === null ? (
          <strong>{texts.live}</strong>
        ) : (
          <>
            <CallOutcome status={call.status} />
            <span className={classes.sentence}>{reasonText(t.calls, call)}</span>
          </>
        )}
      </output>
      <CallFacts call={call} />
      {over ? (
        <Part title={texts.recordings}>
          <CallRecordings call={call} reload={reload} />
        </Part>
      ) : null}
      <Part title={texts.note}>
        <CallNote key={call.id} callId={call.id} note={call.note} rows={3} focus={false} />
      </Part>
      {call.transfers.length === 0 ? null : (
        <Part title={t.transfers.record.title}>
          <CallTransfers transfers={call.transfers} />
        </Part>
      )}
      <Part title={texts.offers}>
        <CallOffers offers={call.offers} />
      </Part>
      {call.answered_at === null ? null : (
        <Part title={texts.quality}>
          <CallQualityTable quality={call.quality} />
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  )
}
