import { fixed, median, row } from '../figures.ts'
import { consumersOn, factConsumer, factTable, openScene, ownProcessorTime, type Scene } from './scene.ts'

/** L2: a consumer that starts from the beginning of a full log, against reading the log in pages and nothing else. */
export async function benchCatchUp(databaseUrl: string, quick: boolean): Promise<void> {
  const total = quick ? 40_000 : 200_000
  const rounds = quick ? 1 : 3
  console.log(
    `\nL2  catch-up with ${total} entries of 0.5 KB from the beginning, entries/s: pages of 2,000 read by themselves, a consumer that writes nothing, one that writes a row per entry`,
  )
  for (const perCustomer of [10, 1000]) {
    const scene = await openScene(databaseUrl, 'bench_catch_up', {
      customers: total / perCustomer,
      prepare: factTable,
    })
    await fill(scene, perCustomer)
    row(
      `${perCustomer} per customer`,
      'pages',
      'no writes',
      'ratio',
      'CPU us each',
      'row each',
      'ratio',
      'CPU us each',
      'missing',
    )
    const ratios: { idle: number; writing: number }[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const pages = await readPages(scene, total)
      const idle = await catchUp(scene, total, `idle-${round}`, false)
      const writing = await catchUp(scene, total, `writing-${round}`, true)
      ratios.push({ idle: idle.rate / pages, writing: writing.rate / pages })
      row(
        String(round),
        fixed(pages, 0),
        fixed(idle.rate, 0),
        fixed(idle.rate / pages, 2),
        fixed(idle.cpu, 0),
        fixed(writing.rate, 0),
        fixed(writing.rate / pages, 2),
        fixed(writing.cpu, 0),
        String(idle.missing + writing.missing),
      )
    }
    const medianOf = (which: 'idle' | 'writing') => fixed(median(ratios.map((ratio) => ratio[which])), 2)
    row('median of ratios', '', '', medianOf('idle'), '', '', medianOf('writing'))
    await scene.close()
  }
  console.log('  aim: >= 20,000 entries/s')
}

async function fill(scene: Scene, perCustomer: number): Promise<void> {
  await scene.pool.query('update customer_log set last_seq = $1', [perCustomer])
  for (let from = 0; from < scene.customers.length; from += 1000) {
    await scene.pool.query(
      `insert into event_log (customer_id, seq, id, organization_id, type, audience, conversation_id, actor, data, created_at)
       select head.customer_id, seq, gen_random_uuid(), head.organization_id, 'message.created', 'both', gen_random_uuid(),
         '{"type":"customer"}', jsonb_build_object('id', gen_random_uuid(), 'content', repeat('parcel ', 30), 'media', '[]'::jsonb,
           'sender_type', 'customer', 'client_id', gen_random_uuid(), 'reply_to_id', null), now()
       from customer_log head, generate_series(1, $2::int) seq where head.customer_id = any($1::uuid[])`,
      [scene.customers.slice(from, from + 1000), perCustomer],
    )
  }
  await scene.pool.query('vacuum analyze event_log, customer_log')
}

async function readPages(scene: Scene, total: number): Promise<number> {
  let [customer, seq, read] = ['00000000-0000-0000-0000-000000000000', 0, 0]
  const began = performance.now()
  while (read < total) {
    const { rows } = await scene.pool.query<{ customer_id: string; seq: number }>(
      'select * from event_log where (customer_id, seq) > ($1, $2) order by customer_id, seq limit 2000',
      [customer, seq],
    )
    read += rows.length
    const last = rows.at(-1)
    if (!last) throw new Error('The log is shorter than it should be')
    ;({ customer_id: customer, seq } = last)
  }
  return (total / (performance.now() - began)) * 1000
}

async function catchUp(scene: Scene, total: number, name: string, writes: boolean) {
  let handled = 0
  const consumers = consumersOn(
    scene,
    factConsumer(
      name,
      'beginning',
      (batch) => {
        for (const { entries } of batch) handled += entries.length
      },
      writes,
    ),
  )
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  await consumers.start()
  await consumers.settled()
  const seconds = (performance.now() - began) / 1000
  const cpu = ownProcessorTime(cpuBefore) / total
  await consumers.stop()
  const { rows } = await scene.pool.query<{ count: number }>(
    'select count(*)::int as count from bench_fact where consumer = $1',
    [name],
  )
  await scene.pool.query('truncate bench_fact')
  const missing = total - (writes ? (rows[0]?.count ?? 0) : handled)
  return { rate: handled / seconds, missing, cpu }
}
