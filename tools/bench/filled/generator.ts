/** A worker thread that generates the rows of the next batch while the previous one is copied. */
import { parentPort, workerData } from 'node:worker_threads'
import { filledTables, type TableName, writeLines } from './rows.ts'
import type { FilledSize } from './size.ts'
import type { Catalogues } from './synthetic/clinic-of-size.ts'

export type Wanted = { readonly table: TableName; readonly from: number; readonly to: number }

const { size, catalogues }: { size: FilledSize; catalogues: Catalogues } = workerData
const tables = filledTables(size, catalogues)

parentPort?.on('message', ({ table, from, to }: Wanted) => {
  const made = writeLines(tables[table], from, to)
  // The buffer is not shared, so that it can be transferred without a copy.
  const bytes = new Uint8Array(made)
  parentPort?.postMessage(bytes, [bytes.buffer])
})
