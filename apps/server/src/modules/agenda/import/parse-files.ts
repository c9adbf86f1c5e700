import { parentPort } from 'node:worker_threads'
import type { ParsedFile } from './read-file.ts'
import { FileProblem, readRows } from './read-rows.ts'

function parseFile(bytes: Uint8Array): ParsedFile {
  try {
    return { rows: readRows(bytes) }
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.message }
    throw error
  }
}

parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(parseFile(bytes))
})
