import { workerData } from 'node:worker_threads'
import { openDatabase } from '../core/database.ts'
import { serveTasks } from '../core/worker-thread.ts'
import { readFacts } from '../features/facts/read-facts.ts'
import { createStoredDays } from '../features/facts/stored-days.ts'
import { readFigures, type Figures, type FiguresTask } from '../features/reports/figures.ts'

/** Two reports (features/reports/report-queue.ts), and cancelling one of them. */
const connections = 3

/** A tenth of the weight of the main thread: messages go first, and a busy processor does not stop reports. */
const nice = 10

/** Freed with the thread. */
const storedDayBytes = 64 * 1024 * 1024

/** Program of the thread that computes reports (docs/decisions/reports.md). */
const { databaseUrl } = workerData as { databaseUrl: string }
const { db } = openDatabase(databaseUrl, { connections })
const storedDays = createStoredDays(storedDayBytes)
serveTasks<FiguresTask, Figures>(
  (task, signal) => readFacts(db, (reader) => readFigures(reader, task), { signal, storedDays }),
  nice,
)
