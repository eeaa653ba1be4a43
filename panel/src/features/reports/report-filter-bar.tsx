import { Button, NativeSelect, Popover } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { channels } from '@parley/protocol/channel'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { channelNamesQuery } from '../../queries/channel-queries.ts'
import { labelsQuery } from '../../queries/label-queries.ts'
import { agentsQuery, providersQuery } from '../../queries/organization-queries.ts'
import { teamsQuery } from '../../queries/team-queries.ts'
import classes from './report-filter-bar.module.css'
import { filterNames, readReportSearch, type FilterName, type ReportSearch } from './report-search.ts'

interface FilterBarProps {
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

/** Filters behind one button; those that are set are chips. */
export function ReportFilterBar({ search, onSearch }: FilterBarProps) {
  const texts = useTexts().reports
  const choices = useChoices()
  // Invalid values are dropped, as in the address.
  const set = (name: FilterName, value: string | undefined) =>
    onSearch({ ...search, [name]: readReportSearch({ [name]: value })[name] })
  const chosen = filterNames.filter((name) => search[name] !== undefined)
  return (
    <div className={classes.bar}>
      <Popover position="bottom-start" width={288} trapFocus returnFocus withinPortal={false}>
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}
          >
            {texts.filter}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={texts.filters}>
          <div className={classes.choices}>
            {filterNames.map((name) => (
              <NativeSelect
                key={name}
                size="xs"
                label={texts.dimensions[name]}
                value={search[name] ?? ''}
                data={[
                  { value: '', label: texts.any },
                  ...choices[name],
                  ...(isListed(choices[name], search[name])
                    ? []
                    : [
                        {
                          value: search[name] ?? '',
                          label: labelOf(choices[name], search[name], texts.gone),
                        },
                      ]),
                ]}
                onChange={(event) => set(name, event.currentTarget.value)}
              />
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
      {chosen.map((name) => {
        const value = labelOf(choices[name], search[name], texts.gone)
        return (
          <button
            key={name}
            type="button"
            className={classes.chip}
            aria-label={texts.removeFilter(texts.dimensions[name], value)}
            onClick={() => set(name, undefined)}
          >
            {texts.dimensions[name]}: <bdi>{value}</bdi>
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        )
      })}
    </div>
  )
}

interface Choice {
  value: string
  label: string
}

const isListed = (choices: readonly Choice[], value: string | undefined) =>
  value === undefined || choices.some((choice) => choice.value === value)

/** Names of one value or several. */
const labelOf = (choices: readonly Choice[], values: string | undefined, gone: string): string =>
  (values ?? '')
    .split(',')
    .map((value) => choices.find((choice) => choice.value === value)?.label ?? gone)
    .join(', ')

function useChoices(): Record<FilterName, Choice[]> {
  const t = useTexts()
  const texts = t.reports
  const { organization } = useMembership()
  const { data: agents = [] } = useQuery(agentsQuery(organization.id))
  const { data: teams = [] } = useQuery(teamsQuery(organization.id))
  const { data: labels = [] } = useQuery(labelsQuery(organization.id))
  const { data: providers = [] } = useQuery(providersQuery(organization.id))
  const { data: accounts = [] } = useQuery(channelNamesQuery(organization.id))
  const named = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }): Choice => ({ value: id, label: name }))
  const none = (label: string): Choice => ({ value: 'none', label })
  return {
    agent: [...named(agents), none(texts.none.agent)],
    team: [...named(teams), none(texts.none.team)],
    label: [...named(labels), none(texts.none.label)],
    provider: named([...providers, ...accounts]),
    channel: channels.map((value) => ({ value, label: t.channels.names[value] })),
  }
}
