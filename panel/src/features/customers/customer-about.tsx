import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import type { Customer } from '@parley/protocol/customer'
import { dateText, exactTime } from '../../time/times.ts'
import { SocialIcon } from '../../ui/social-icon.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/i18n.tsx'
import { countryName, flagOf, languageName } from '../../people/customer-labels.ts'
import classes from './customer-pane.module.css'

/** What is known without anybody having been asked: where from, which language, who they proved to be. */
export function CustomerAbout({ customer }: { customer: Customer }) {
  const words = useWords().inbox.customers
  const own = words.pane
  const locale = useLocale()
  const country = countryName(customer.country_code, locale)
  const provider = customer.auth_provider

  return (
    <section className={classes.section} aria-label={own.about}>
      <div className={classes.title}>
        <h3>{own.about}</h3>
      </div>
      <dl className={classes.facts}>
        <dt>{own.identity}</dt>
        <dd>
          {provider === null ? (
            <span title={words.identity.visitorText}>{words.identity.visitor}</span>
          ) : (
            <>
              <span className={classes.identity}>
                <SocialIcon of={provider} size={16} />
                {words.identity[provider]}
              </span>{' '}
              <span className={classes.verified} title={words.identity.verifiedText}>
                <IconRosetteDiscountCheck size={16} stroke={1.75} aria-hidden="true" />
                {words.identity.verified}
              </span>
            </>
          )}
        </dd>
        {provider === 'custom' && (
          <>
            <dt>{own.externalId}</dt>
            <dd className={classes.idLine}>
              <code dir="ltr">{customer.external_id}</code>
              <CopyButton value={customer.external_id} label={own.copyId} />
            </dd>
          </>
        )}
        <dt>{own.country}</dt>
        <dd className={country === null ? classes.unknown : undefined}>
          {country === null ? (
            own.unknownCountry
          ) : (
            <>
              <span aria-hidden="true">{flagOf(customer.country_code)}</span> {country}
            </>
          )}
        </dd>
        <dt>{own.language}</dt>
        <dd>{languageName(customer.language, locale)}</dd>
        <dt>{own.firstSeen}</dt>
        <dd>
          <time dateTime={customer.created_at} title={exactTime(customer.created_at, locale)}>
            {dateText(customer.created_at, locale)}
          </time>
        </dd>
        <dt>{own.conversationCount}</dt>
        <dd>{new Intl.NumberFormat(locale).format(customer.conversation_count)}</dd>
      </dl>
      {customer.deactivated_at !== null && (
        <p className={classes.note}>{own.closedAccount(dateText(customer.deactivated_at, locale))}</p>
      )}
    </section>
  )
}
