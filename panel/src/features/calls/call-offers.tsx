import type { CallOffer } from '@parley/protocol/call'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { clockTime, durationText, exactTime } from '../../time/times.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './call-details.module.css'

/** Every agent the call was offered to, in order, with the outcome. */
export function CallOffers({ offers }: { offers: readonly CallOffer[] }) {
  const t = useTexts().calls
  const texts = t.sheet
  const locale = useLocale()
  if (offers.length === 0) return <p className={classes.soft}>{texts.noOffers}</p>
  return (
    <ol className={classes.list}>
      {offers.map((offer) => (
        <li key={offer.offered_at} className={classes.offer}>
          <Avatar
            id={offer.agent?.id ?? ''}
            name={offer.agent?.name ?? null}
            avatarUrl={offer.agent?.avatar_url ?? null}
            size={28}
          />
          <span>
            <bdi>{offer.agent?.name ?? t.history.leftAgent}</bdi>
            {': '}
            {texts.offerOutcomes[offer.outcome]}
            {offer.ended_at === null ? null : ` ${texts.after(durationText(secondsOf(offer), locale))}`}
          </span>
          <time dateTime={offer.offered_at} title={exactTime(offer.offered_at, locale)}>
            {clockTime(offer.offered_at, locale)}
          </time>
        </li>
      ))}
    </ol>
  )
}

const secondsOf = ({ offered_at, ended_at }: CallOffer) =>
  ended_at === null ? 0 : (Date.parse(ended_at) - Date.parse(offered_at)) / 1_000
