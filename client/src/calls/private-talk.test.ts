import 'fake-indexeddb/auto'
import type { Desk, DeskTransfer } from '@parley/protocol/call-view'
import { describe, expect, it } from 'vitest'
import { ice, idle, ids, useAgentScene } from '../testing/agent-call-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'
import { active, colleague, own, transfersOf } from '../testing/transfer-fixture.ts'

const scene = useAgentScene()
const { talk, transferOf, incoming } = transfersOf(scene)

describe('[C20] a private talk', () => {
  const peers = () => scene.server.requests('transfer.join').map(({ params }) => params.peer)
  const joinedBy = (change: Partial<DeskTransfer> = {}) => {
    const transfer = transferOf({
      state: 'talking',
      revision: 2,
      peers: { from: colleague, to: peers().at(-1)! },
      ...change,
    })
    return { transfer, ice }
  }

  async function accept() {
    await scene.push(incoming())
    scene.server.answers.set('transfer.join', () => joinedBy())
    scene.server.answers.set('transfer.accept', () => ({
      ...incoming({ state: 'talking' }),
      state: 'in_call',
    }))
    await scene.calls.acceptTransfer()
    await settle()
  }

  async function reloadWith(desk: Desk) {
    scene.calls.close()
    scene.session.close()
    scene.desk = desk
    await scene.open()
  }

  it('connects with the id of the transfer, releases everything when it ends, and leaves nothing to resume', async () => {
    await accept()
    expect(scene.calls.talk.state.get()).toEqual({ name: 'talking' })
    expect(scene.media.live()).toHaveLength(1)
    const signals = scene.server.requests('call.signal').map(({ params }) => params)
    expect(new Set(signals.map(({ call_id, to }) => `${call_id} ${to}`))).toEqual(
      new Set([`${own} ${colleague}`]),
    )
    await scene.push(idle)
    expect(scene.calls.talk.state.get()).toEqual({ name: 'none' })
    expect(scene.media.live()).toEqual([])
    expect(sessionStorage.getItem('parley.call')).toBeNull()
  })

  it('that is taken over by another window is left there, and can be brought back', async () => {
    await accept()
    await scene.push({
      ...incoming({ ...joinedBy().transfer, revision: 3, peers: { from: colleague, to: ids.customer } }),
    })
    expect(scene.calls.talk.state.get()).toEqual({ name: 'elsewhere' })
    expect(scene.media.live()).toEqual([])
    scene.server.answers.set('transfer.join', () => joinedBy({ revision: 4 }))
    scene.calls.takeOverTalk()
    await settle()
    expect(scene.calls.talk.state.get()).toEqual({ name: 'talking' })
    expect(peers()).toHaveLength(2)
  })

  describe('that replaces its connection', () => {
    const replaced = () => joinedBy({ revision: 3 })

    async function replaceConnection() {
      const signal = { description: { type: 'offer', sdp: 'garbage' } }
      scene.server.say('call.signal', { call_id: own, from: colleague, to: peers()[0], signal })
      await until(() => peers().length === 2)
      await settle()
    }

    it('stays here if the desk arrives before the response', async () => {
      await accept()
      scene.server.answers.set('transfer.join', () => {
        scene.server.say('desk', incoming(replaced().transfer))
        return replaced()
      })
      await replaceConnection()
      expect(scene.calls.talk.state.get()).toEqual({ name: 'talking' })
      expect(scene.media.live()).toHaveLength(1)
    })

    it('ignores a later desk that is older than the response', async () => {
      await accept()
      const [before] = peers()
      scene.server.answers.set('transfer.join', () => joinedBy({ revision: 4 }))
      await replaceConnection()
      await scene.push(incoming({ ...replaced().transfer, peers: { from: colleague, to: before ?? null } }))
      expect(scene.calls.talk.state.get()).toEqual({ name: 'talking' })
    })
  })

  it('that another window took over while there was no socket is left there', async () => {
    await accept()
    const taken = joinedBy({ revision: 3, peers: { from: colleague, to: ids.customer } })
    scene.desk = incoming(taken.transfer)
    scene.server.refusals.push({ method: 'transfer.join', code: 'call_elsewhere' })
    const opened = scene.server.requests('desk.open').length
    scene.server.close(1006)
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('desk.open').length > opened)
    await settle()
    expect(scene.calls.talk.state.get()).toEqual({ name: 'elsewhere' })
    expect(scene.server.requests('transfer.join').map(({ params }) => params.previous)).toEqual([
      undefined,
      peers()[0],
    ])
    expect(scene.media.live()).toEqual([])
  })

  it('ends when nothing has come from the colleague’s browser for three minutes', async () => {
    await accept()
    const ended = () => scene.server.requests('transfer.end').map(({ params }) => params)
    scene.server.answers.set('transfer.end', () => idle)
    const waitFor = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 5) {
        await scene.push(incoming(joinedBy().transfer))
        await scene.platform.advance(5_000)
      }
    }
    await waitFor(175)
    expect(ended()).toEqual([])
    await waitFor(10)
    expect(ended()).toEqual([{ call_id: ids.call }])
  })

  it('starts with the microphone on, and its mute is not that of the call', async () => {
    await talk()
    scene.calls.media.setMicrophone(false)
    const transfer = transferOf({ state: 'talking', peers: { from: null, to: null } })
    scene.server.answers.set('transfer.join', () =>
      joinedBy({ peers: { from: peers().at(-1)!, to: colleague } }),
    )
    await scene.push({ ...scene.inCall(scene.answered(active)), transfer })
    const { media } = scene.calls.talk
    expect(media.view.get().sending.microphone).toBe(true)
    media.setMicrophone(false)
    media.setMicrophone(true)
    expect(scene.calls.media.view.get().sending.microphone).toBe(false)
    expect(sessionStorage.getItem('parley.mute')).toBe(ids.call)
  })

  it('is not joined again after a timeout if another window took it over meanwhile', async () => {
    await scene.push(incoming())
    scene.server.refusals.push({ method: 'transfer.join', code: 'unavailable', retry_after: 2 })
    scene.server.answers.set('transfer.join', () => joinedBy({ revision: 4 }))
    scene.server.answers.set('transfer.accept', () => incoming({ state: 'talking' }))
    await scene.calls.acceptTransfer()
    await settle()
    expect([peers().length, scene.calls.talk.state.get().name]).toEqual([1, 'joining'])
    await scene.push(
      incoming(joinedBy({ revision: 3, peers: { from: colleague, to: ids.customer } }).transfer),
    )
    await scene.platform.advance(3_000)
    expect([peers().length, scene.calls.talk.state.get().name]).toEqual([1, 'elsewhere'])
  })

  it('stays muted after a reload, and the call it becomes is not', async () => {
    await accept()
    scene.calls.talk.media.setMicrophone(false)
    await reloadWith(incoming(joinedBy().transfer))
    expect(scene.calls.talk.state.get()).toEqual({ name: 'talking' })
    expect(scene.calls.talk.media.view.get().sending.microphone).toBe(false)
    scene.server.answers.set('call.join', () => ({ call: scene.answered(active), ice }))
    await scene.push(scene.inCall(scene.answered(active)))
    expect(scene.calls.state.get().name).toBe('active')
    expect(scene.calls.media.view.get().sending.microphone).toBe(true)
  })

  it('[C10] is not resumed by a reload after another window took it over', async () => {
    await accept()
    const taken = joinedBy({ revision: 3, peers: { from: colleague, to: ids.customer } })
    await reloadWith(incoming(taken.transfer))
    expect(scene.calls.talk.state.get()).toEqual({ name: 'elsewhere' })
    expect(peers()).toHaveLength(1)
  })

  it('[C10] is left to a window that takes it over while this one is reloaded', async () => {
    await accept()
    const [before] = peers()
    scene.server.refusals.push({ method: 'transfer.join', code: 'call_elsewhere' })
    await reloadWith(incoming(joinedBy().transfer))
    expect(scene.server.requests('transfer.join').at(-1)?.params.previous).toBe(before)
    expect(scene.calls.talk.state.get()).toEqual({ name: 'elsewhere' })
    expect([peers().length, scene.media.live()]).toEqual([2, []])
  })

  describe.each<[string, () => Promise<void>]>([
    ['has ended', () => scene.push(idle)],
    [
      'ended after a reload',
      async () => {
        await reloadWith(incoming(joinedBy().transfer))
        await scene.push(idle)
      },
    ],
    ['ended during a reload', () => reloadWith(idle)],
  ])('that %s', (_, end) => {
    it('is not joined here when the call is transferred again to another browser', async () => {
      await accept()
      await end()
      const before = peers().length
      const again = { id: '019bff00-0000-7000-8000-0000000000ff', peers: { from: null, to: null } }
      await scene.push(incoming(again))
      await scene.push(incoming({ ...again, state: 'talking', revision: 2 }))
      expect(peers()).toHaveLength(before)
      expect(scene.calls.talk.state.get()).toEqual({ name: 'elsewhere' })
      expect(scene.media.live()).toEqual([])
    })
  })

  it('stays where it runs when the tab is copied, and so does the call it becomes', async () => {
    await accept()
    const { calls, session } = scene
    scene.desk = incoming(joinedBy().transfer)
    await scene.open()
    await scene.platform.advance(500)
    expect(scene.calls.talk.state.get()).toEqual({ name: 'elsewhere' })
    expect([peers().length, scene.media.live().length]).toEqual([1, 1])
    await scene.push(scene.inCall(scene.answered(active)))
    expect(scene.calls.state.get().name).toBe('elsewhere')
    calls.close()
    session.close()
  })

  describe('that becomes the call while a copy of its tab waits for the lock', () => {
    /** The copy gets the desk with the call first. Returns the original. */
    async function completeInCopy() {
      await accept()
      const { calls, session, server } = scene
      const [socket] = server.ends
      scene.desk = incoming(joinedBy().transfer)
      await scene.open()
      server.answers.set('call.join', () => ({ call: scene.answered(active), ice }))
      scene.desk = scene.inCall(scene.answered({ ...active, peers: { customer: ids.customer, agent: null } }))
      server.say('desk', scene.desk, [...server.ends].at(-1))
      await settle()
      return { calls, session, socket }
    }
    const joins = () => scene.server.requests('call.join').length

    it('stays where it ran', async () => {
      const { calls, session, socket } = await completeInCopy()
      expect(joins()).toBe(0)
      scene.server.say('desk', scene.desk, socket)
      await settle()
      await scene.platform.advance(500)
      expect([calls.state.get().name, scene.calls.state.get().name]).toEqual(['active', 'elsewhere'])
      expect([joins(), scene.calls.talk.state.get().name]).toEqual([1, 'none'])
      calls.close()
      session.close()
    })

    it('is left there if that tab has not heard of it yet', async () => {
      const { calls, session } = await completeInCopy()
      await scene.platform.advance(500)
      expect([joins(), scene.calls.state.get().name]).toEqual([0, 'elsewhere'])
      calls.close()
      session.close()
    })

    it('is resumed in the copy once the other tab is closed', async () => {
      const { calls, session } = await completeInCopy()
      calls.close()
      session.close()
      await settle()
      expect([joins(), scene.calls.state.get().name]).toEqual([1, 'active'])
    })
  })

  it('becomes the call when the colleague completes the transfer', async () => {
    await accept()
    scene.server.answers.set('call.join', () => ({ call: scene.answered(active), ice }))
    await scene.push(scene.inCall(scene.answered(active)))
    await settle()
    expect(scene.calls.talk.state.get()).toEqual({ name: 'none' })
    expect(scene.calls.state.get().name).toBe('active')
  })
})
