import { expect, it } from 'vitest'
import { useCallScene } from './harness/call-scene.ts'
import { inboxOn } from './harness/inbox.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const scene = useCallScene()

/** Olivia is on another page when a customer with an open conversation calls. */
async function ringing() {
  const panel = await scene.asOwner('/settings/team')
  await panel.untilState('Available')
  const customer = await scene.customer()
  await customer.page.evaluate(() =>
    window.session.request('message.send', { client_id: crypto.randomUUID(), content: 'May I call you?' }),
  )
  await customer.call()
  await panel.incoming.waitFor()
  return { panel, customer, page: panel.page, inbox: inboxOn(panel.page) }
}

it('accepting a call opens the caller’s conversation', async () => {
  const { panel, inbox, page } = await ringing()
  await panel.accept.click()
  await panel.bar.getByRole('timer').waitFor()
  await inbox.message('May I call you?').waitFor()
  expect(page.url()).toContain('/inbox/open/')
})

it('typing a note runs no shortcuts, and the text stays in its field when the call ends', async () => {
  const { panel, inbox, page, customer } = await ringing()
  await panel.accept.click()
  await panel.bar.getByRole('timer').waitFor()
  await inbox.message('May I call you?').waitFor()
  await inbox.action('Close').waitFor()
  const there = page.url()
  const note = panel.bar.getByRole('textbox')

  await panel.bar.getByRole('button', { name: 'Note' }).click()
  await page.keyboard.type('Delivery was late, ')
  expect(await note.inputValue()).toBe('Delivery was late, ')

  // The field has lost the focus, but the note is still open.
  await panel.bar.getByRole('button', { name: 'Mute' }).focus()
  await page.keyboard.type('euatjc?h')
  expect(page.url()).toBe(there)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await inbox.action('Close').count()).toBe(1)

  await note.focus()
  await page.keyboard.press('End')
  await customer.hangUp()
  await panel.bar.getByText('The customer hung up.').waitFor()
  await page.keyboard.type('call back')
  expect(await note.inputValue()).toBe('Delivery was late, call back')
  await panel.bar.getByText('Saved').waitFor()
  await saveScreenshot(page, 'panel-call-note')
})

it('Escape closes the note and re-enables the shortcuts; closing the conversation asks for confirmation', async () => {
  const { panel, inbox, page } = await ringing()
  await panel.accept.click()
  await panel.bar.getByRole('timer').waitFor()
  await inbox.message('May I call you?').waitFor()
  await panel.bar.getByRole('button', { name: 'Note' }).click()
  await panel.bar.getByRole('textbox').waitFor()
  await page.keyboard.press('Escape')
  await panel.bar.getByRole('textbox').waitFor({ state: 'detached' })

  await page.keyboard.press('e')
  const question = page.getByRole('dialog', { name: 'Close during the call?' })
  await question.getByRole('button', { name: 'Cancel' }).waitFor()
  await saveScreenshot(page, 'panel-call-close-question')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await inbox.action('Close').click()
  await question.getByRole('button', { name: 'Close conversation' }).click()
  await inbox.action('Reopen').first().waitFor()
  await panel.bar.getByRole('timer').waitFor()
})

it('send and close during a call closes without a confirmation, which may not be on the screen any more', async () => {
  const { panel, inbox, page } = await ringing()
  await panel.accept.click()
  await panel.bar.getByRole('timer').waitFor()
  await inbox.message('May I call you?').waitFor()
  await inbox.composer.fill('Thank you for calling')
  await inbox.composer.press('Control+Shift+Enter')
  await inbox.action('Reopen').first().waitFor()
  expect(await page.getByRole('dialog', { name: 'Close during the call?' }).count()).toBe(0)
})

it('a message that arrives behind the question is not closed with the conversation', async () => {
  const { panel, inbox, page, customer } = await ringing()
  panel.profile.expectErrors(/409 \(Conflict\)/)
  await panel.accept.click()
  await panel.bar.getByRole('timer').waitFor()
  await inbox.message('May I call you?').waitFor()
  await inbox.action('Close').click()
  const question = page.getByRole('dialog', { name: 'Close during the call?' })
  await question.waitFor()
  await customer.page.evaluate(() =>
    window.session.request('message.send', { client_id: crypto.randomUUID(), content: 'One more thing' }),
  )
  await inbox.log.getByText('One more thing').waitFor({ state: 'attached' })
  await question.getByRole('button', { name: 'Close conversation' }).click()
  await page.getByRole('button', { name: 'Close anyway' }).waitFor()
  await inbox.action('Close').waitFor()
})

it('a note that could not be loaded is not edited as an empty one', async () => {
  const { panel, page } = await ringing()
  const calls = /\/v1\/organizations\/[^/]+\/calls\/[0-9a-f-]+$/
  await page.route(calls, (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }))
  panel.profile.expectErrors(/503/)
  await panel.accept.click()
  await panel.bar.getByRole('timer').waitFor()
  await panel.bar.getByRole('button', { name: 'Note' }).click()
  const retry = panel.bar.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  expect(await panel.bar.getByRole('textbox').count()).toBe(0)
  await page.unroute(calls)
  await retry.click()
  await panel.bar.getByRole('textbox').waitFor()
})

it('a note that a colleague changes at the same time keeps both texts', async () => {
  const { panel, page, customer } = await ringing()
  panel.profile.expectErrors(/409/)
  await panel.accept.click()
  await panel.bar.getByRole('timer').waitFor()
  await panel.bar.getByRole('button', { name: 'Note' }).click()
  const note = panel.bar.getByRole('textbox')
  await note.fill('Call back')
  await panel.bar.getByText('Saved', { exact: true }).waitFor()
  const { owner, call } = scene.organization
  const { data } = (await call(owner, 'GET', '/calls?state=live')) as { data: { id: string }[] }
  await call(owner, 'PATCH', `/calls/${data[0]?.id}`, { note: 'Call back (VIP)' })
  await page.keyboard.type(' on Monday')
  await panel.bar.getByText('Both texts are kept.').waitFor()
  expect(await note.inputValue()).toBe('Call back (VIP)\non Monday')
  await customer.hangUp()
})
