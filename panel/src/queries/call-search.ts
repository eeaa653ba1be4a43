import type { CallEndStatus } from '@parley/protocol/call'

/** Filters of the call history in the URL, named as in the API. */
export interface CallSearch {
  status?: CallEndStatus | undefined
  agent_id?: string | undefined
  customer_id?: string | undefined
}

export const endStatuses: readonly CallEndStatus[] = ['ended', 'missed', 'rejected', 'failed']

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses URL search parameters and drops invalid ones. */
export function readCallSearch(search: Record<string, unknown>): CallSearch {
  return {
    status: endStatuses.find((each) => each === search['status']),
    agent_id: readId(search['agent_id']),
    customer_id: readId(search['customer_id']),
  }
}

function readId(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return idForm.test(text) ? text : undefined
}

export const isFiltered = (search: CallSearch) => Object.values(search).some((value) => value !== undefined)
