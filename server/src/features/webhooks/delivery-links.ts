import type { DeliveryType } from '@parley/protocol/webhook'

/**
 * Makes the links of an event's data anew (spec 6: regenerated for each attempt); all else stays as it was at the event.
 * `now` in milliseconds. Features whose events carry links declare one each; composition/link-renewals.ts lists them.
 */
export type RenewLinks<Data = never> = (data: Data, now: number) => object

export type LinkRenewals = { [T in DeliveryType]?: RenewLinks }

/** Data of an event as JSON, with links that count from now. What carries none is passed on unread. */
export function withFreshLinks(
  renewals: LinkRenewals,
  type: DeliveryType,
  data: string,
  now: number,
): string {
  const renew = renewals[type]
  return renew === undefined ? data : JSON.stringify(renew(JSON.parse(data) as never, now))
}
