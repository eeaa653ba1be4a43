import { expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { holdRequest } from './harness/held-request.ts'
import { foundOrganization, signIn } from './harness/people.ts'
import { visitorLine } from './harness/line.ts'

const service = inject('service')
const browser = useBrowser()

/** A panel whose agent has not opened the conversation yet, in which there is a note. */
async function openPanel(name: string, question: string) {
  const organization = await foundOrganization(service, name)
  const { owner } = organization
  const line = await visitorLine(service, organization.provider.id)
  const { conversation_id: conversationId } = await line.say(question)
  await line.close()
  const content = 'Written before the outage'
  const note = { client_id: crypto.randomUUID(), content }
  const { seq } = await organization.call(owner, 'POST', `/conversations/${conversationId}/notes`, note)
  const profile = await browser.profile()
  profile.expectErrors(/429 \(Too Many Requests\)/)
  await signIn(profile, service, owner)
  const page = await profile.open(organization.panel('/settings/profile'))
  return { organization, conversationId, content, seq, page }
}

it('notes that could not be loaded appear once the service is back, without a loop of requests', async () => {
  const { organization, conversationId, content, page } = await openPanel(
    'Outage of notes',
    'Is the service back?',
  )

  const requests: string[] = []
  /** The positions of the requests that fail. */
  const failing = new Set([0, 2])
  await page.route(/\/customers\/[^/]+\/notes\?/, async (route) => {
    const url = new URL(route.request().url())
    const isFirstPage = !url.searchParams.has('cursor')
    const position = requests.push(isFirstPage ? 'first' : 'next') - 1
    if (failing.has(position)) {
      await route.fulfill({ status: 429, json: { status: 429, code: 'rate_limited' } })
      return
    }
    url.searchParams.delete('cursor')
    const response = await route.fetch({ url: url.href })
    const { data, pager } = (await response.json()) as { data: object[]; pager: object }
    const json = isFirstPage
      ? { data, pager: { ...pager, next: 'older' } }
      : { data: [], pager: { ...pager, next: null } }
    await route.fulfill({ response, json })
  })
  await page.goto(organization.panel(`/inbox/open/${conversationId}`))
  await page
    .getByRole('article', { name: /^Private note by/ })
    .getByText(content)
    .waitFor()
  await expect.poll(() => requests).toEqual(['first', 'first', 'next', 'first', 'next'])
})

it('messages are announced while notes cannot be loaded, and the notes are not announced once they are', async () => {
  const { organization, conversationId, content, page } = await openPanel('Announced', 'Can you hear me?')
  const repeat = Promise.withResolvers<void>()
  let requests = 0
  await page.route(/\/customers\/[^/]+\/notes\?/, async (route) => {
    requests += 1
    if (requests === 1) return route.fulfill({ status: 429, json: { status: 429, code: 'rate_limited' } })
    await repeat.promise
    return route.continue()
  })
  await page.goto(organization.panel(`/inbox/open/${conversationId}`))
  const log = page.getByRole('log')
  await expect.poll(() => log.getAttribute('aria-live')).toBe('polite')
  expect(requests).toBe(1)
  const seen = await log.evaluateHandle((element, text) => {
    const values = { whileRepeating: new Set<string | null>(), withNote: [] as (string | null)[] }
    new MutationObserver(() => {
      const live = element.getAttribute('aria-live')
      if (element.textContent.includes(text)) values.withNote.push(live)
      else values.whileRepeating.add(live)
    }).observe(element, { attributes: true, childList: true, subtree: true })
    return values
  }, content)
  await expect.poll(() => requests).toBe(2)
  repeat.resolve()
  await log.getByText(content).waitFor()
  await expect.poll(() => log.getAttribute('aria-live')).toBe('polite')
  const { whileRepeating, withNote } = await seen.evaluate((values) => ({
    whileRepeating: [...values.whileRepeating],
    withNote: values.withNote,
  }))
  expect(whileRepeating).not.toContain('off')
  expect(withNote[0]).toBe('off')
})

it.each([
  { outcome: 'has the focus', isTyping: false },
  { outcome: 'leaves the focus to an agent who types', isTyping: true },
])('a note that is opened by its address and loads late $outcome', async ({ outcome, isTyping }) => {
  const { organization, conversationId, seq, page } = await openPanel(
    `A late note ${outcome}`,
    'When do you open?',
  )
  const notes = await holdRequest(page, 'GET', /\/customers\/[^/]+\/notes\?/)
  await page.goto(organization.panel(`/inbox/open/${conversationId}?entry=${seq}`))
  await notes.asked
  const composer = page.getByRole('textbox', { name: /^Message to/ })
  if (isTyping) await composer.pressSequentially('Let me ')
  const highlight = await page.evaluateHandle(() => {
    const shown = Promise.withResolvers<void>()
    new MutationObserver(() => {
      if (document.querySelector('[data-flashed]') !== null) shown.resolve()
    }).observe(document.body, { attributes: true, childList: true, subtree: true })
    return { shown: shown.promise }
  })
  await notes.release()
  await highlight.evaluate(({ shown }) => shown)
  if (isTyping) {
    await page.keyboard.type('see')
    expect(await composer.inputValue()).toBe('Let me see')
  }
  const hasFocus = (element: Element) => element === document.activeElement
  expect(await page.getByRole('article', { name: /^Private note by/ }).evaluate(hasFocus)).toBe(!isTyping)
})
