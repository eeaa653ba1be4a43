import { serveTasks } from '../../core/worker-thread.ts'
import { readProof, type ProofInput, type ProofReading } from './proof.ts'

/** Program of the thread that reads proofs (docs/decisions/storms.md). */
serveTasks<ProofInput[], ProofReading[]>(async (proofs) => proofs.map(readProof))
