import type { Page } from 'playwright-core'
import type { BrowserOfTests } from './browser.ts'
import { chatOn, type Chat } from './chat.ts'
import { shopPage, useHostSite } from './host-site.ts'
import type { Address, Organization } from './people.ts'

type VisitorWho = (organization: Organization, says: string) => Promise<{ page: Page; chat: Chat }>

/** Returns a function that opens an organization's shop as a new visitor, who sends a first message. */
export function useVisitors(browser: BrowserOfTests, service: Address): VisitorWho {
  const site = useHostSite()
  return async (organization, says) => {
    const profile = await browser.profile()
    const providerId = organization.provider.id
    const page = await profile.open(site.put('/', shopPage({ base: service.url, providerId })))
    const chat = chatOn(page)
    await chat.open()
    await chat.say(says)
    return { page, chat }
  }
}
