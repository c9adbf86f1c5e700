import type { Item } from '../transaction.rules.ts'
import type { Outcome, Receiving } from './entry-state.ts'
import { storeAppointment } from './store-appointment.ts'
import { storeDocument } from './store-document.ts'
import { findLooseResults, storeLooseResult, storeReport } from './store-exam.ts'
import { storePatient } from './store-patient.ts'

type Received = {
  readonly hasNewResults: boolean
  readonly outcomes: ReadonlyMap<number, Outcome>
}

export async function receiveEntries(
  transaction: Omit<Receiving, 'outcomes' | 'targets'>,
  items: readonly Item[],
): Promise<Received> {
  const receiving: Receiving = { ...transaction, outcomes: new Map(), targets: new Map() }
  for (const item of items) await storePatient(receiving, item)
  for (const item of items) await storeAppointment(receiving, item)
  let hasNewResults = false
  for (const item of items) hasNewResults = (await storeReport(receiving, item)) || hasNewResults
  for (const item of findLooseResults(receiving, items))
    hasNewResults = (await storeLooseResult(receiving, item)) || hasNewResults
  for (const item of items) await storeDocument(receiving, item)
  return { hasNewResults, outcomes: receiving.outcomes }
}
