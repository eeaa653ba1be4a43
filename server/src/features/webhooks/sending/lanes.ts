/** Queues with names: within a lane at most so many pieces of work run at once, and no lane waits for another. */
export interface Lanes {
  run<T>(lane: string, places: number, work: () => T | Promise<T>): Promise<T>
}

/** A lane lives only while something runs in it. */
export function createLanes(): Lanes {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>()
  return {
    async run(name, places, work) {
      const lane = lanes.get(name) ?? { running: 0, waiting: [] }
      lanes.set(name, lane)
      if (lane.running < places) lane.running += 1
      else await new Promise<void>((go) => lane.waiting.push(go))
      try {
        return await work()
      } finally {
        const next = lane.waiting.shift()
        if (next) next()
        else {
          lane.running -= 1
          if (lane.running === 0) lanes.delete(name)
        }
      }
    },
  }
}
