import 'fake-indexeddb/auto'
import type { Desk, DeskTransfer } from '@parley/protocol/call-view'
import { describe, expect, it } from 'vitest'
import { context, ice, idle, ids, useAgentScene } from '../testing/agent-call-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'

const scene = useAgentScene()
const bora = { id: 'agent-2', name: 'Bora', avatar_url: null }
const [own, colleague] = ['019bff00-0000-7000-8000-00000000000a', '019bff00-0000-7000-8000-00000000000b']
const started = '2026-01-31T10:00:00.000+00:00'
const active = { phase: 'active', answered_at: started } as const

async function talk() {
  await scene.push(scene.ringing())
  await scene.accept()
  await scene.push(scene.inCall(scene.answered(active)))
  scene.server.say('call', scene.answered(active))
  await settle()
}

const hold = async (held: boolean) => {
  scene.server.say('call', scene.answered({ ...active, held_since: held ? started : null }))
  await settle()
}

const transferOf = (change: Partial<DeskTransfer>): DeskTransfer => ({
  id: own,
  team_id: null,
  kind: 'warm',
  state: 'ringing',
  revision: 1,
  from: bora,
  to: bora,
  call: scene.answered(active),
  ...context,
  created_at: started,
  expires_at: started,
  peers: { from: null, to: null },
  ...change,
})

const incoming = (change: Partial<DeskTransfer> = {}): Desk => ({
  ...idle,
  state: 'offered',
  transfer: transferOf(change),
})

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
})

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

  it('stays muted after a reload, and the call it becomes is not', async () => {
    await accept()
    scene.calls.talk.media.setMicrophone(false)
    scene.calls.close()
    scene.session.close()
    scene.desk = incoming(joinedBy().transfer)
    await scene.open()
    expect(scene.calls.talk.state.get()).toEqual({ name: 'talking' })
    expect(scene.calls.talk.media.view.get().sending.microphone).toBe(false)
    scene.server.answers.set('call.join', () => ({ call: scene.answered(active), ice }))
    await scene.push(scene.inCall(scene.answered(active)))
    expect(scene.calls.state.get().name).toBe('active')
    expect(scene.calls.media.view.get().sending.microphone).toBe(true)
  })

  it('[C10] is not resumed by a reload after another window took it over', async () => {
    await accept()
    scene.calls.close()
    scene.session.close()
    const taken = joinedBy({ revision: 3, peers: { from: colleague, to: ids.customer } })
    scene.desk = incoming(taken.transfer)
    await scene.open()
    expect(scene.calls.talk.state.get()).toEqual({ name: 'elsewhere' })
    expect(peers()).toHaveLength(1)
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

  it('becomes the call when the colleague completes the transfer', async () => {
    await accept()
    scene.server.answers.set('call.join', () => ({ call: scene.answered(active), ice }))
    await scene.push(scene.inCall(scene.answered(active)))
    await settle()
    expect(scene.calls.talk.state.get()).toEqual({ name: 'none' })
    expect(scene.calls.state.get().name).toBe('active')
  })
})
