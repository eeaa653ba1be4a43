import type { DeliveryType } from '@parley/protocol/webhook'

/**
 * Renews the links in an event's data (spec 6: regenerated for each attempt); everything else stays as it was at the event.
 * `now` in Unix milliseconds. Features whose events contain links declare one each; composition/link-renewals.ts lists them.
 */
export type RenewLinks<Data = never> = (data: Data, now: number) => object

export type LinkRenewals = { [T in DeliveryType]?: RenewLinks }

/** Returns an event's data as JSON with fresh links. Data of types without links is returned unparsed. */
export function withFreshLinks(
  renewals: LinkRenewals,
  type: DeliveryType,
  data: string,
  now: number,
): string {
  const renew = renewals[type]
  return renew === undefined ? data : JSON.stringify(renew(JSON.parse(data) as never, now))
}
