import { useQuery } from '@tanstack/react-query'
import { channelCapabilities } from '@parley/protocol/channel'
import type { Customer } from '@parley/protocol/customer'
import type { Visit, VisitPage } from '@parley/protocol/visitor-context'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { languageName } from '../../people/customer-labels.ts'
import { visitQuery } from '../../queries/customer-queries.ts'
import { zonedTime } from '../../time/times.ts'
import { useNow } from '../../time/use-now.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import pane from './customer-pane.module.css'
import classes from './customer-visit.module.css'

interface CustomerVisitProps {
  organizationId: string
  customer: Customer
}

/** The last visit: where the customer is, with what, and how they came there. Nothing is shown if nothing was collected. */
export function CustomerVisit({ organizationId, customer }: CustomerVisitProps) {
  const texts = useTexts().visitor
  const query = useQuery({
    ...visitQuery(organizationId, customer.id),
    enabled: channelCapabilities[customer.channel].embedded,
  })
  const visit = query.data
  if (visit === null || (visit === undefined && !query.isError)) return null
  return (
    <section className={pane.section} aria-label={texts.title}>
      <div className={pane.title}>
        <h3>{texts.title}</h3>
      </div>
      {visit === undefined ? (
        <LoadError error={query.error} retry={() => void query.refetch()} />
      ) : (
        <VisitFacts visit={visit} online={customer.online} />
      )}
    </section>
  )
}

function VisitFacts({ visit, online }: { visit: Visit; online: boolean }) {
  const texts = useTexts().visitor
  const locale = useLocale()
  const now = useNow()
  const [current, ...earlier] = visit.pages
  const localTime = visit.time_zone === null ? null : zonedTime(now, visit.time_zone, locale)
  const { browser, system } = visit
  return (
    <>
      <dl className={pane.facts}>
        {current && (
          <>
            <dt>{online ? texts.currentPage : texts.lastPage}</dt>
            <dd aria-live="off">
              <PageLink page={current} />
            </dd>
          </>
        )}
        {visit.referrer !== null && (
          <>
            <dt>{texts.referrer}</dt>
            {/* Not a link: a visitor can invent it. */}
            <dd className={classes.line} title={visit.referrer}>
              <bdi dir="ltr">{withoutScheme(visit.referrer)}</bdi>
            </dd>
          </>
        )}
        {(browser ?? system) !== null && (
          <>
            <dt>{texts.browser}</dt>
            <dd>
              {browser !== null && system !== null ? texts.browserOn(browser, system) : (browser ?? system)}
            </dd>
          </>
        )}
        <dt>{texts.device}</dt>
        <dd>{texts.devices[visit.device]}</dd>
        {localTime !== null && (
          <>
            <dt>{texts.localTime}</dt>
            <dd title={visit.time_zone ?? undefined}>{localTime}</dd>
          </>
        )}
        {visit.language !== null && (
          <>
            <dt>{texts.language}</dt>
            <dd>{languageName(visit.language, locale)}</dd>
          </>
        )}
      </dl>
      {earlier.length > 0 && (
        <details className={classes.pages}>
          <summary>{texts.pages(visit.pages.length)}</summary>
          <ol reversed>
            {visit.pages.map((page) => (
              <li key={`${page.viewed_at} ${page.url}`}>
                <PageLink page={page} />
                <RelativeTime at={page.viewed_at} className={classes.when} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

function PageLink({ page }: { page: VisitPage }) {
  const address = withoutScheme(page.url)
  return (
    <a
      className={`${pane.link} ${classes.page}`}
      href={page.url}
      target="_blank"
      rel="noopener noreferrer"
      title={page.url}
    >
      {page.title !== '' && <bdi className={classes.line}>{page.title}</bdi>}
      <span className={page.title === '' ? classes.line : classes.address} dir="ltr">
        {address}
      </span>
    </a>
  )
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')
