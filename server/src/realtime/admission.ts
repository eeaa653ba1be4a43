import { createFairLine, type Place } from './fair-line.ts'

/**
 * `running`: handshakes that run at once. They mostly wait for look-ups that they share with each other, 128 per statement: fewer at
 * once would leave the statements half empty. `waiting`: handshakes waiting for their turn at which further upgrades are held back.
 * `held`: upgrades held back, of agents and of widgets. A client waits 15 s for an upgrade, and a process answers fewer in that time.
 */
const defaultLimits = { running: 256, waiting: 64, held: 16_384 }
/** Upgrades that continue in one turn of the event loop while others are held back. */
const upgradesPerTurn = 16

/** Agents go first, because customers are waiting for them. */
export type Priority = 'agent' | 'widget'

/**
 * Paces reconnects. After a restart thousands of clients connect at once; each handshake takes processor time and a look-up,
 * and a client whose handshake takes too long starts again. Upgrades are held instead of refused, because a refused client
 * backs off. Only the service's own work counts: a client that opens a socket and stays silent delays no other client.
 * Agents do not wait for widgets: only other agents' handshakes hold their upgrades back.
 */
export interface Admission {
  /** Returns a place in the line; null: the upgrade may continue at once. @param network of the client */
  upgrade(priority: Priority, network: string): Place | null
  /** Runs a handshake when it is its turn. */
  connect<T>(priority: Priority, run: () => Promise<T>): Promise<T>
  /** Lets all held upgrades continue, from now on at once. */
  open(): void
}

export function createAdmission(limits = defaultLimits): Admission {
  const upgrades = { agent: createFairLine(limits.held), widget: createFairLine(limits.held) }
  const connects: Record<Priority, Set<() => void>> = { agent: new Set(), widget: new Set() }
  let running = 0
  let scheduled = false
  let isOpen = false

  const isBusy = (priority: Priority): boolean =>
    connects.agent.size + (priority === 'widget' ? connects.widget.size : 0) >= limits.waiting

  const mayContinue = (priority: Priority): boolean => upgrades[priority].size() > 0 && !isBusy(priority)

  function continueUpgrades(): void {
    scheduled = false
    for (let count = 0; count < upgradesPerTurn; count++) {
      if (mayContinue('agent')) upgrades.agent.next()
      else if (mayContinue('widget')) upgrades.widget.next()
      else return
    }
    schedule()
  }

  function schedule(): void {
    if (scheduled || !(mayContinue('agent') || mayContinue('widget'))) return
    scheduled = true
    setImmediate(continueUpgrades)
  }

  /** Starts the handshake whose turn it is. Returns false when none waits. */
  function startNext(): boolean {
    const line = connects.agent.size > 0 ? connects.agent : connects.widget
    const [start] = line
    if (!start) return false
    line.delete(start)
    start()
    return true
  }

  return {
    upgrade(priority, network) {
      if (isOpen || (upgrades[priority].size() === 0 && !isBusy(priority))) return null
      const place = upgrades[priority].join(network)
      schedule()
      return place
    },
    async connect(priority, run) {
      if (running >= limits.running) await new Promise<void>((start) => connects[priority].add(start))
      else running += 1
      try {
        return await run()
      } finally {
        // The next one takes this place.
        if (!startNext()) running -= 1
        schedule()
      }
    },
    open() {
      isOpen = true
      while (upgrades.agent.next() || upgrades.widget.next());
    },
  }
}
