import { parentPort } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'

export type PdfProblem = 'locked' | 'empty' | 'damaged'

/** Bytes at the end of a file in which the mark of the end must be. Some programs write a few bytes after it. */
const endBytes = 2048

async function findProblem(bytes: Uint8Array): Promise<PdfProblem | null> {
  // The library repairs a file that is cut off, and shows the pages that are left of it.
  if (!Buffer.from(bytes.subarray(-endBytes)).includes('%%EOF')) return 'damaged'
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 })
    if (document.numPages === 0) return 'empty'
    await document.getPage(1)
    await document.loadingTask.destroy()
    return null
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'damaged'
  }
}

parentPort?.on('message', async (bytes: Uint8Array) => {
  parentPort?.postMessage(await findProblem(bytes))
})
