import type { CallTransferRecord } from '@parley/protocol/call'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { clockTime, exactTime } from '../../time/times.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './call-details.module.css'

/** Every transfer of a call, oldest first, with its outcome. */
export function CallTransfers({ transfers }: { transfers: readonly CallTransferRecord[] }) {
  const texts = useTexts().transfers.record
  const locale = useLocale()
  return (
    <ol className={classes.list}>
      {transfers.map(({ from, to, kind, state, created_at: at }) => (
        <li key={at} className={classes.offer}>
          <Avatar id={to?.id ?? ''} name={to?.name ?? null} avatarUrl={to?.avatar_url ?? null} size={28} />
          <span>
            <bdi>{texts.line(from?.name ?? texts.former, to?.name ?? texts.former)}</bdi>
            {`: ${texts.states[state]} (${texts.kinds[kind]})`}
          </span>
          <time dateTime={at} title={exactTime(at, locale)}>
            {clockTime(at, locale)}
          </time>
        </li>
      ))}
    </ol>
  )
}
