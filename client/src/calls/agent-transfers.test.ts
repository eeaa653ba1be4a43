import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { ice, idle, ids, useAgentScene } from '../testing/agent-call-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'
import { active, bora, started, transfersOf } from '../testing/transfer-fixture.ts'

const scene = useAgentScene()
const { talk, transferOf, incoming } = transfersOf(scene)

const hold = async (held: boolean) => {
  scene.server.say('call', scene.answered({ ...active, held_since: held ? started : null }))
  await settle()
}

describe('[C19] on hold', () => {
  it('the microphone is silent and not sent until the call is resumed', async () => {
    await talk()
    const microphone = scene.media.live()[0]
    const sent = () => scene.media.connections.at(-1)?.getTransceivers()[0]?.sender.track
    expect([sent(), microphone?.enabled]).toEqual([microphone, true])
    await hold(true)
    expect(sent()).not.toBe(microphone)
    expect(microphone?.enabled).toBe(false)
    // Unmuting does not open it.
    scene.calls.media.setMicrophone(true)
    expect(microphone?.enabled).toBe(false)
    await hold(false)
    expect([sent(), microphone?.enabled]).toEqual([microphone, true])
  })
})

describe('[C20] a call that a colleague has taken', () => {
  it('is left as transferred, by its view or by the next keep-alive', async () => {
    await talk()
    scene.server.say('call', scene.answered({ ...active, agent: bora }))
    await settle()
    expect(scene.calls.state.get()).toMatchObject({ name: 'transferred', to: bora })
    scene.calls.dismiss()

    await talk()
    scene.server.refusals.push({ method: 'call.alive', code: 'call_transferred' })
    await scene.platform.advance(5_000)
    expect(scene.calls.state.get().name).toBe('transferred')
  })

  it('is checked at once when the desk no longer has it', async () => {
    await talk()
    const transfer = transferOf({ call: scene.answered(active) })
    await scene.push({ ...scene.inCall(transfer.call), transfer })
    scene.server.refusals.push({ method: 'call.alive', code: 'call_transferred' })
    await scene.push(idle)
    expect(scene.calls.state.get()).toMatchObject({ name: 'transferred', to: bora })
  })
})

describe('[C20] a hang-up after a colleague has taken the call', () => {
  const back = { ...active, peers: { customer: ids.customer, agent: null } }

  async function hangUpTooLate() {
    await talk()
    const transfer = transferOf({ call: scene.answered(active), kind: 'blind' })
    await scene.push({ ...scene.inCall(transfer.call), transfer })
    scene.server.refusals.push({ method: 'call.end', code: 'call_transferred' })
    scene.calls.hangUp()
    expect(scene.calls.state.get().name).toBe('over')
    await settle()
  }

  async function giveBack() {
    await scene.push(incoming({ kind: 'blind', call: scene.answered(back) }))
    scene.server.answers.set('transfer.accept', () => scene.inCall(scene.answered(back)))
    scene.server.answers.set('call.join', () => ({ call: scene.answered(active), ice }))
    await scene.calls.acceptTransfer()
    await settle()
  }

  it('is shown as transferred', async () => {
    await hangUpTooLate()
    expect(scene.calls.state.get()).toMatchObject({ name: 'transferred', to: bora })
  })

  it('does not end the call when the colleague gives it back', async () => {
    await hangUpTooLate()
    await scene.push(idle)
    await giveBack()
    expect(scene.calls.state.get().name).toBe('active')
    expect(scene.server.requests('call.end')).toHaveLength(1)
  })

  it('whose result was lost does not end the call when the colleague gives it back', async () => {
    await scene.push(scene.inCall(scene.answered(active)))
    scene.server.silent = true
    scene.calls.takeOver()
    await settle()
    scene.calls.hangUp()
    await settle()
    const opened = scene.server.requests('desk.open').length
    Object.assign(scene, { desk: idle })
    scene.server.close(1006)
    scene.server.silent = false
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('desk.open').length > opened)
    await giveBack()
    expect(scene.calls.state.get().name).toBe('active')
    expect(scene.server.requests('call.end')).toHaveLength(1)
  })

  it('leaves a call that another window accepts back to that window', async () => {
    await hangUpTooLate()
    scene.calls.dismiss()
    await scene.push(scene.inCall(scene.answered(back)))
    expect(scene.calls.state.get().name).toBe('elsewhere')
    expect(scene.server.requests('call.end')).toHaveLength(1)
  })
})

describe('[C20] a colleague’s call', () => {
  it('is not accepted without a microphone', async () => {
    await scene.push(incoming({ kind: 'blind' }))
    scene.media.refusal = new DOMException('Permission denied', 'NotAllowedError')
    expect(await scene.calls.acceptTransfer()).toBeNull()
    expect(scene.server.requests('transfer.accept')).toEqual([])
    expect(scene.calls.media.view.get().problem?.code).toBe('denied')
  })

  it('is joined by the window that accepted it', async () => {
    await scene.push(incoming({ kind: 'blind' }))
    scene.server.answers.set('transfer.accept', () => scene.inCall(scene.answered(active)))
    scene.server.answers.set('call.join', () => ({ call: scene.answered(active), ice }))
    await scene.calls.acceptTransfer()
    await settle()
    expect(scene.server.requests('call.join')).toHaveLength(1)
    expect(scene.calls.state.get().name).toBe('active')
  })

  it('that is gone releases the microphone and is not joined when it comes back', async () => {
    await scene.push(incoming({ kind: 'blind' }))
    scene.server.refusals.push({ method: 'transfer.accept', code: 'transfer_gone' })
    expect(await scene.calls.acceptTransfer()).toBe('transfer_gone')
    expect(scene.media.live()).toEqual([])
    await scene.push(scene.inCall(scene.answered(active)))
    expect(scene.calls.state.get().name).toBe('elsewhere')
  })

  it.each(['stays open', 'is reloaded'])(
    'whose accept was lost before the ring passed is not joined when it comes back, if the page %s',
    async (page) => {
      await scene.push(incoming({ kind: 'blind' }))
      scene.server.silent = true
      const accepted = scene.calls.acceptTransfer()
      await settle()
      const opened = scene.server.requests('desk.open').length
      scene.server.close(1006)
      expect(await accepted).toBe('disconnected')
      scene.server.silent = false
      if (page === 'is reloaded') {
        scene.calls.close()
        scene.session.close()
        await scene.open()
      } else {
        await scene.platform.advance(3_000)
        await until(() => scene.server.requests('desk.open').length > opened)
      }
      await scene.push(idle)
      await scene.push(
        scene.inCall(scene.answered({ ...active, peers: { customer: ids.customer, agent: null } })),
      )
      expect(scene.calls.state.get().name).toBe('elsewhere')
      expect(scene.server.requests('call.join')).toEqual([])
    },
  )

  it('is not joined by a reloaded window whose private talk is over', async () => {
    await scene.push(incoming({ kind: 'warm' }))
    scene.server.answers.set('transfer.accept', () => incoming({ state: 'talking' }))
    scene.server.refusals.push({ method: 'transfer.join', code: 'transfer_gone' })
    await scene.calls.acceptTransfer()
    await settle()
    scene.calls.close()
    scene.session.close()
    scene.desk = idle
    await scene.open()
    await scene.push(
      scene.inCall(scene.answered({ ...active, peers: { customer: ids.customer, agent: null } })),
    )
    expect(scene.calls.state.get().name).toBe('elsewhere')
  })
})
