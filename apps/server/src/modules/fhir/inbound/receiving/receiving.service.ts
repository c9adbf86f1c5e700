/**
 * Stores the entries of one transaction, in the order in which they depend on each other, on top of what was sent
 * before.
 */
import type { Item } from '../transaction.rules.ts'
import type { Outcome, Receiving, ReceivingDependencies } from './entry-state.service.ts'
import { storeAppointment } from './received-appointments.service.ts'
import { storeDocument } from './received-documents.service.ts'
import { findLooseResults, storeLooseResult, storeReport } from './received-exams.service.ts'
import { storePatient } from './received-patients.service.ts'

type Received = {
  readonly hasNewResults: boolean
  /** The outcomes by the position of their entry. */
  readonly outcomes: ReadonlyMap<number, Outcome>
}

/**
 * Stores every entry. Returns whether there are new results, and the outcome of each entry. Throws `RejectedTransaction` for the
 * first invalid entry.
 */
export async function receiveEntries(
  dependencies: ReceivingDependencies,
  items: readonly Item[],
): Promise<Received> {
  const receiving: Receiving = { ...dependencies, outcomes: new Map(), targets: new Map() }
  for (const item of items) await storePatient(receiving, item)
  for (const item of items) await storeAppointment(receiving, item)
  let hasNewResults = false
  for (const item of items) hasNewResults = (await storeReport(receiving, item)) || hasNewResults
  for (const item of findLooseResults(receiving, items))
    hasNewResults = (await storeLooseResult(receiving, item)) || hasNewResults
  for (const item of items) await storeDocument(receiving, item)
  return { hasNewResults, outcomes: receiving.outcomes }
}
