import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { holdRequest } from './harness/held-request.ts'
import { inboxOn } from './harness/inbox.ts'
import { visitorLine } from './harness/line.ts'
import { foundOrganization, signIn } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()

const savedViews = (page: Page) => page.getByRole('navigation', { name: 'Saved views' })

it('an agent filters by a mailbox', async () => {
  const organization = await foundOrganization(service, 'Mailboxes')
  const colleague = await organization.join('Carl Colleague', 'agent')
  const profile = await browser.profile()
  await signIn(profile, service, colleague)
  const page = await profile.open(organization.panel('/inbox/open'))
  const mailbox = { id: crypto.randomUUID(), channel: 'email', name: 'Shop support' }
  await page.route(/\/channels\/names$/, (route) => route.fulfill({ json: { data: [mailbox] } }))
  await page.goto(organization.panel(`/inbox/open?provider=${mailbox.id}`))
  const chip = page.getByRole('button', { name: 'Change filter Widget: Shop support', exact: true })
  await chip.click()
  expect(await page.getByRole('checkbox', { name: 'Shop support', exact: true }).isChecked()).toBe(true)
})

it('filters survive a reload and are saved as a view that a colleague opens; live rows enter and leave it', async () => {
  const organization = await foundOrganization(service, 'Views')
  const colleague = await organization.join('Carl Colleague', 'agent')
  const say = async (text: string, priority: string | null) => {
    const line = await visitorLine(service, organization.provider.id)
    const { conversation_id: id } = await line.say(text)
    await line.close()
    const prioritize = (to: string | null) =>
      organization.call(organization.owner, 'PUT', `/conversations/${id}/priority`, { priority: to })
    if (priority !== null) await prioritize(priority)
    return prioritize
  }
  const first = await say('The shop is down', 'urgent')
  const second = await say('Where is my parcel?', 'low')
  await say('Do you ship abroad?', null)

  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await expect.poll(() => inbox.rows.count()).toBe(3)

  // Without the mouse: f opens the filters, Escape closes them.
  await page.keyboard.press('f')
  const priority = page.getByRole('button', { name: 'Priority', exact: true }).last()
  await page.getByRole('button', { name: 'Assignee', exact: true }).waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: 'Assignee', exact: true })
        .evaluate((each) => each === document.activeElement),
    )
    .toBe(true)
  await saveScreenshot(page, 'panel-filter-fields')
  await priority.press('Enter')
  await page.getByRole('checkbox', { name: 'Urgent' }).check()
  await page.getByRole('checkbox', { name: 'High' }).check()
  await saveScreenshot(page, 'panel-filter-values')
  await page.keyboard.press('Escape')
  const chip = page.getByRole('button', { name: 'Change filter Priority: Urgent, High' })
  await chip.waitFor()
  await expect.poll(() => inbox.rows.count()).toBe(1)

  expect(await findBarriers(page)).toEqual([])
  await page.reload()
  await inbox.row('The shop is down').waitFor()
  expect(await inbox.rows.count()).toBe(1)
  await chip.waitFor()

  // Rows enter and leave while the list is shown.
  await second('high')
  await inbox.row('Where is my parcel?').waitFor()
  await first('low')
  await expect.poll(() => inbox.row('The shop is down').count()).toBe(0)

  await page.getByRole('button', { name: 'Sort: Latest first' }).click()
  await page.getByRole('menuitem', { name: 'Longest waiting' }).click()
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Important')
  await dialog.getByRole('radio', { name: 'Everyone' }).check()
  await saveScreenshot(page, 'panel-view-dialog')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await dialog.waitFor({ state: 'detached' })
  await savedViews(page).getByRole('link', { name: 'Important 1' }).waitFor()
  await saveScreenshot(page, 'panel-saved-view')

  // The colleague, on a phone, sees it without a reload, and its count follows.
  const phone = await browser.profile({ viewport: { width: 390, height: 844 } })
  await signIn(phone, service, colleague)
  const other = await phone.open(organization.panel('/inbox/mine'))
  const shared = savedViews(other).getByRole('link', { name: /^Important/ })
  await shared.click()
  await inboxOn(other).row('Where is my parcel?').waitFor()
  await other.getByRole('button', { name: 'Sort: Longest waiting' }).waitFor()
  await saveScreenshot(other, 'panel-saved-view-phone')
  expect(await other.getByRole('button', { name: 'Actions for Important' }).count()).toBe(0)
  await first('urgent')
  await savedViews(other).getByRole('link', { name: 'Important 2' }).waitFor()

  await page.getByRole('button', { name: 'Actions for Important' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page
    .getByRole('dialog', { name: 'Delete the view Important?' })
    .getByText('It disappears for everyone.')
    .waitFor()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect.poll(() => savedViews(page).count()).toBe(0)
  await expect.poll(() => savedViews(other).count()).toBe(0)
  await expect.poll(() => inbox.rows.count()).toBe(3)
})

describe('two saved views', () => {
  /** The second view is open, and Back leads to it from the first. */
  async function twoViews(...expected: RegExp[]) {
    const organization = await foundOrganization(service, 'Two views')
    const make = (name: string, priority: string) =>
      organization.call(organization.owner, 'POST', '/views', {
        name,
        visibility: { type: 'personal' },
        view: 'open',
        filter: { priority },
        sort: 'newest',
      })
    await make('First', 'high')
    const second = await make('Second', 'low')
    const profile = await browser.profile({ reducedMotion: 'reduce' })
    profile.expectErrors(...expected)
    await signIn(profile, service, organization.owner)
    const page = await profile.open(organization.panel('/inbox/open'))
    const open = async (name: string) => {
      await savedViews(page).getByRole('link', { name }).click()
      await page.getByRole('button', { name: `Actions for ${name}` }).waitFor()
    }
    await open('Second')
    await open('First')
    const choose = async (action: string) => {
      await page.getByRole('button', { name: 'Actions for First' }).click()
      await page.getByRole('menuitem', { name: action }).click()
      return page.getByRole('dialog')
    }
    const names = async (): Promise<string[]> =>
      (await organization.call(organization.owner, 'GET', '/views')).data.map(
        ({ name }: { name: string }) => name,
      )
    return { page, second, open, choose, names }
  }

  it.each(['Delete view', 'Rename or share'])(
    '%s is closed by Back, which opens the other view',
    async (action) => {
      const { page, choose, names } = await twoViews()
      const dialog = await choose(action)
      await dialog.waitFor()
      await page.goBack()
      await page.getByRole('button', { name: 'Actions for Second' }).waitFor()
      await dialog.waitFor({ state: 'detached' })
      // Nor does it come back with the view.
      await page.goForward()
      await page.getByRole('button', { name: 'Actions for First' }).waitFor()
      expect(await dialog.count()).toBe(0)
      expect(await names()).toEqual(['First', 'Second'])
    },
  )

  const shown = (page: Page, name: string) =>
    page.getByRole('button', { name: `Actions for ${name}` }).waitFor()

  /** Types a new name of the first view and presses Back. */
  async function leaveRenaming(views: Awaited<ReturnType<typeof twoViews>>, save: 'saving' | 'not saved') {
    const { page, choose } = views
    const dialog = await choose('Rename or share')
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await name.fill('Renamed')
    if (save === 'saving') await dialog.getByRole('button', { name: 'Save view' }).click()
    await page.goBack()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    return { name, question }
  }

  it('a name that was typed is only left after a question', async () => {
    const views = await twoViews()
    const { page, names } = views
    const { name, question } = await leaveRenaming(views, 'not saved')
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Renamed')
    await page.goBack()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await shown(page, 'Second')
    await name.waitFor({ state: 'detached' })
    expect(await names()).toEqual(['First', 'Second'])
  })

  it('one that is saved during the question is left', async () => {
    const views = await twoViews()
    const { page, second, names } = views
    const change = await holdRequest(page, 'PATCH', /\/views\//)
    const { question } = await leaveRenaming(views, 'saving')
    await change.release()
    await shown(page, 'Second')
    await question.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('saved')).toBe(second.id)
    expect(await names()).toEqual(['Renamed', 'Second'])
  })

  it('a change that fails after its dialog was left is reported, with the text of the dialog', async () => {
    const views = await twoViews(/422 \(Unprocessable/)
    const { page } = views
    const change = await holdRequest(page, 'PATCH', /\/views\//)
    const { question } = await leaveRenaming(views, 'saving')
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await shown(page, 'Second')
    await change.release({ status: 422, code: 'team_unknown' })
    await page.getByRole('alert').getByText('The team no longer exists.').waitFor()
  })

  it('a deletion that fails after its dialog was left is reported', async () => {
    const { page, choose } = await twoViews(/503 \(Service/)
    const deletion = await holdRequest(page, 'DELETE', /\/views\//)
    const dialog = await choose('Delete view')
    await dialog.getByRole('button', { name: 'Delete view' }).click()
    await deletion.asked
    await page.goBack()
    await shown(page, 'Second')
    await deletion.release({ status: 503, code: 'unavailable' })
    await page.getByRole('alert').getByText('temporarily unavailable').waitFor()
  })

  it('one that is deleted late leaves the other open', async () => {
    const { page, second, open, choose, names } = await twoViews()
    const deletion = await holdRequest(page, 'DELETE', /\/views\//)
    const dialog = await choose('Delete view')
    await dialog.getByRole('button', { name: 'Delete view' }).click()
    await deletion.asked
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await open('Second')
    await deletion.release()
    await page.getByText('View deleted').waitFor()
    expect(new URL(page.url()).searchParams.get('saved')).toBe(second.id)
    expect(await names()).toEqual(['Second'])
  })

  /** Sends a third view, with the list of the first in another order. */
  async function createThird({ page, choose }: Awaited<ReturnType<typeof twoViews>>) {
    await page.getByRole('button', { name: 'Sort: Latest first' }).click()
    await page.getByRole('menuitem', { name: 'Longest waiting' }).click()
    const creation = await holdRequest(page, 'POST', /\/views$/)
    await choose('Save this view')
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Third')
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await creation.asked
    return { creation, dialog }
  }

  it('one that is created late leaves the other open', async () => {
    const views = await twoViews()
    const { page, second, open } = views
    const { creation, dialog } = await createThird(views)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await open('Second')
    await creation.release()
    await savedViews(page).getByRole('link', { name: 'Third' }).waitFor()
    expect(new URL(page.url()).searchParams.get('saved')).toBe(second.id)
  })

  it('one that is created while leaving its list is asked about does not stop Back', async () => {
    const views = await twoViews()
    const { page, second } = views
    const { creation } = await createThird(views)
    await page.goBack()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    await creation.release()
    await shown(page, 'Second')
    await question.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('saved')).toBe(second.id)
    await page.goForward()
    await shown(page, 'First')
  })
})
